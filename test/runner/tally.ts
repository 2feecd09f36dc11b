/** What a runner's report says. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  /** Known to the runner and not run. */
  readonly leftOut: number;
  /** What failed, each with the beginning of its reason. */
  readonly failures: readonly string[];
}

/** How a runner's process ended. */
export type Ending =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'killed'; readonly signal: string }
  | { readonly kind: 'overdue'; readonly afterMs: number };

/** A part of the run, judged. `remark` says what the numbers alone do not. */
export interface Verdict {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly remark: string | null;
  readonly failures: readonly string[];
}

/**
 * Trusts neither the report nor the exit code alone: a crash, a run past its deadline, an error outside of any test and a run
 * of nothing are failures, although no test failed. `mayBeEmpty`: a filter was given that another suite may have met.
 */
export function judge(name: string, count: Count | null, ending: Ending, mayBeEmpty: boolean): Verdict {
  const { passed, failed, leftOut, failures } = count ?? { passed: 0, failed: 0, leftOut: 0, failures: [] };
  const fault = faultOf(count, ending, mayBeEmpty);
  const remarks = [fault, leftOut > 0 ? `${leftOut} left out` : null].filter((remark) => remark !== null);
  return {
    name,
    passed,
    // A fault that failing tests explain is not counted a second time.
    failed: fault === null ? failed : Math.max(failed, 1),
    remark: remarks.length === 0 ? null : remarks.join(', '),
    failures,
  };
}

function faultOf(count: Count | null, ending: Ending, mayBeEmpty: boolean): string | null {
  if (ending.kind === 'overdue') return `stopped after ${Math.round(ending.afterMs / 60_000)} minutes`;
  if (ending.kind === 'killed') return `ended by ${ending.signal}`;
  if (count === null) return `ended with ${ending.code} and left no report`;
  if (count.passed + count.failed === 0 && !(mayBeEmpty && ending.code === 0)) return 'ran no test';
  return ending.code !== 0 && count.failed === 0 ? `ended with ${ending.code} although no test failed` : null;
}

/** The line of one part, for people; before it what failed, so that nobody has to look for it in thousands of lines. */
export function describeVerdict({ name, passed, failed, remark, failures }: Verdict): string {
  const line = `${name}: ${passed} passed, ${failed} failed${remark === null ? '' : ` (${remark})`}`;
  return [...failures.map((failure) => `failed: ${failure}`), line].join('\n');
}

/** The sum of all parts. Nothing run at all is a failure. */
export function total(verdicts: readonly Verdict[]): { readonly passed: number; readonly failed: number } {
  const passed = verdicts.reduce((sum, verdict) => sum + verdict.passed, 0);
  const failed = verdicts.reduce((sum, verdict) => sum + verdict.failed, 0);
  return passed + failed === 0 ? { passed: 0, failed: 1 } : { passed, failed };
}
