import { describeFailure, type TestEvent } from './test-events.ts';

/** The events of a runner so far, summed up. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Known to the runner and not run. */
  readonly leftOut: number;
  /** Each failure with the beginning of its reason. */
  readonly failures: readonly string[];
  /** Tests under way, and files that have not come to a test. */
  readonly running: readonly string[];
  /** The runner came to its orderly end. */
  readonly ended: boolean;
}

/** Sums up events as they come. */
export class Tally {
  #passed = 0;
  #leftOut = 0;
  #ended = false;
  readonly #failures: string[] = [];
  readonly #running = new Map<string, string>();
  /** Ids of tests with a result. The worker's own announcement of a short test may come after it. */
  readonly #over = new Set<string>();

  /** True when a test, or a part of a long one, came to its end. */
  add(event: TestEvent): boolean {
    switch (event.event) {
      case 'started':
        if (!this.#over.has(event.id)) this.#running.set(event.id, event.name);
        return false;
      case 'progress':
        return true;
      case 'left':
        this.#running.delete(event.id);
        return false;
      case 'error':
        this.#failures.push(describeFailure(event.name, event.message));
        return false;
      case 'ended':
        this.#ended = true;
        return false;
      case 'result':
        this.#running.delete(event.id);
        this.#over.add(event.id);
        if (event.outcome === 'passed') this.#passed += 1;
        else if (event.outcome === 'skipped') this.#leftOut += 1;
        else this.#failures.push(describeFailure(event.name, event.message, event.kept));
        return true;
      default:
        return event satisfies never;
    }
  }

  count(): Count {
    const names = [...this.#running.values()];
    return {
      passed: this.#passed,
      failed: this.#failures.length,
      leftOut: this.#leftOut,
      failures: [...this.#failures],
      // A file is named by its test where one of its tests is under way.
      running: names.filter((name) => !names.some((other) => other.startsWith(`${name} › `))),
      ended: this.#ended,
    };
  }
}

/** How a runner's process ended. */
export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  /** No test finished for this long, and the run was ended. */
  | { readonly kind: 'stalled'; readonly afterMs: number };

/** A part of the run, judged. `remark` says what the numbers alone do not. */
export interface Verdict {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly remark: string | null;
  readonly failures: readonly string[];
  /** Of the first process that aborted in a run with a failure (`LastWords`); null = none. */
  readonly lastWords: string | null;
}

/**
 * Trusts neither the events nor the exit code alone: a crash, a stall, an error outside of any test and a run of nothing are
 * failures, although no test failed. Tests that a stall or a crash cut off count as failed, each by its name.
 */
export function judge(name: string, count: Count, ending: Ending, lastWords: string | null = null): Verdict {
  const cutOff = ending.kind === 'exited' && count.ended ? [] : count.running;
  const failures = [
    ...count.failures,
    ...cutOff.map((test) => describeFailure(test, 'was running when the run ended')),
  ];
  const fault = faultOf(count, ending);
  const remarks = [fault, count.leftOut > 0 ? `${count.leftOut} left out` : null].filter(
    (remark) => remark !== null,
  );
  // A fault that failing tests explain is not counted a second time.
  const failed = fault === null ? failures.length : Math.max(failures.length, 1);
  return {
    name,
    passed: count.passed,
    failed,
    remark: remarks.length === 0 ? null : remarks.join(', '),
    failures,
    lastWords: failed === 0 ? null : lastWords,
  };
}

function faultOf(count: Count, ending: Ending): string | null {
  if (ending.kind === 'stalled')
    return `stopped: no test had finished for ${Math.round(ending.afterMs / 60_000)} minutes`;
  if (ending.kind === 'killed') return `ended by ${ending.signal}`;
  if (!count.ended) return `ended with ${ending.code} before its end`;
  if (count.passed + count.failed === 0) return 'ran no test';
  return ending.code !== 0 && count.failed === 0 ? `ended with ${ending.code} although no test failed` : null;
}

/** The line of one part, for people; before it what failed, so that it is found among thousands of lines. */
export function describeVerdict({ name, passed, failed, remark, failures, lastWords }: Verdict): string {
  const line = `${name}: ${passed} passed, ${failed} failed${remark === null ? '' : ` (${remark})`}`;
  const aborted = lastWords === null ? [] : [`a process of the run aborted:\n  ${lastWords}`];
  return [...failures.map((failure) => `failed: ${failure}`), ...aborted, line].join('\n');
}

/** The sum of all parts. Nothing run at all is a failure. */
export function total(verdicts: readonly Verdict[]): { readonly passed: number; readonly failed: number } {
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failed = verdicts.reduce((sum, verdict) => sum + verdict.failed, 0);
  return passed + failed === 0 ? { passed: 0, failed: 1 } : { passed, failed };
}
