import type { Clock } from '../../../shared/time.ts';
import { type Problem, ProblemError, problem as problemSchema } from '../../../shared/problem.ts';
import type { OperationState } from '../../../shared/domain/operation.ts';
import type { JobId, OperationId } from '../../../shared/ids.ts';
import { maskSecrets } from '../../base/mask.ts';
import { createTranslator, type Translate } from '../../base/translator.ts';
import { maskText } from '../../operator/operator-error.ts';
import type { Sqlite } from '../../db/open.ts';
import { operationsOfJob, type OperationRow } from '../../db/tables/queue/operations.ts';
import { describeOperation } from '../../operations/queue/views.ts';

/* The parts of every program without a window: time, words, lines that show no secret, and how a run ends. */

/** The system's clock and timers. */
export const clock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
export const translate = createTranslator('en');

/** The exit code of a fault of Boxwright itself. */
const OWN_FAULT = 1;

/** The secrets of this run, in every quoted form: an operator may echo its input. */
export const secrets = ['BOXWRIGHT_API_KEY', 'BOXWRIGHT_PASSWORD', 'BOXWRIGHT_RELAY_TOKEN'].flatMap(
  (name) => process.env[name]?.trim() || [],
);
const masked = (value: unknown) => (typeof value === 'string' ? maskText(value, secrets) : value);

/** One line of JSON on stdout. */
export const write = (line: Readonly<Record<string, unknown>>): void => {
  const fields = Object.entries(line).map(([name, value]) => [name, masked(value)]);
  console.log(JSON.stringify({ at: new Date(clock.now()).toISOString(), ...Object.fromEntries(fields) }));
};

/** A line for a person, on stderr. */
export const explain = (text: string): void => {
  console.error(masked(text));
};

/** Ends a run that was started with wrong arguments or lacks a requirement. */
export function refuse(lines: readonly string[]): 2 {
  for (const line of lines) explain(line);
  write({ event: 'end', code: 2, because: 'configuration', says: lines.join(' ') });
  return 2;
}

/** The sentences of a problem, with the messages of the other side. */
export function sentencesOf(problem: Problem): string {
  const says = translate({ key: `problems.${problem.code}.says`, params: problem.params });
  const next = translate({ key: `problems.${problem.code}.next`, params: problem.params });
  return problem.raw === null ? `${says} ${next}` : `${says} ${next} (${problem.raw})`;
}

/**
 * Runs `work` until it ends or the run is over. A ProblemError from opening the data folder ends the run as a
 * configuration error, since it is for the person who set the run up.
 */
export async function untilOver(
  timeoutMs: number,
  work: (over: AbortSignal) => Promise<number>,
  ended: (cause: unknown) => number | null,
): Promise<number> {
  const over = new AbortController();
  const end = (because: OverReason) => {
    over.abort(because);
  };
  const cancelTimeout = clock.setTimer(() => end('gave-up-waiting'), timeoutMs);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end('stopped'));
  try {
    return await work(over.signal);
  } catch (cause) {
    const code = ended(cause);
    if (code !== null) return code;
    if (cause instanceof ProblemError) return reportConfiguration(cause.problem);
    explain(maskSecrets(`Boxwright stopped: ${cause instanceof Error ? cause.message : String(cause)}`));
    return OWN_FAULT;
  } finally {
    // A pending timer would keep the process alive after its end.
    cancelTimeout();
  }
}

/** Writes the last line of a run that ends with a configuration error, on stdout and, for a person, on stderr. */
export function reportConfiguration(problem: Problem): 2 {
  const says = sentencesOf(problem);
  write({
    event: 'end',
    code: 2,
    because: 'configuration',
    problem: problem.code,
    operatorMessage: problem.raw,
    says,
  });
  explain(says);
  return 2;
}

/** Writes one JSON object per line. */
export type WriteLine = (line: Readonly<Record<string, unknown>>) => void;

/** Reports every state change of a job's operations once, in commit order. */
interface OperationPrinter {
  /** Call after each commit. */
  readonly printChanges: () => void;
}

/** A printer of one job's state; it prints the first state as it is. */
export function createOperationPrinter(
  sqlite: Sqlite,
  job: JobId,
  translate: Translate,
  write: WriteLine,
): OperationPrinter {
  const reported = new Map<OperationId, string>();
  return {
    printChanges: () => {
      for (const row of operationsOfJob(sqlite, job)) {
        const current = `${row.state}/${row.confirmed_by ?? ''}/${row.attempt}`;
        if (reported.get(row.id) === current) continue;
        reported.set(row.id, current);
        write(lineOf(row, translate));
      }
    },
  };
}

function lineOf(row: OperationRow, translate: Translate): Readonly<Record<string, unknown>> {
  const problem = row.problem === null ? null : problemSchema.parse(JSON.parse(row.problem));
  return {
    event: 'operation',
    kind: row.kind,
    state: row.state satisfies OperationState,
    operation: row.id,
    says: translate(describeOperation(row)),
    attempt: row.attempt,
    ...(row.confirmed_by === null ? {} : { confirmedBy: row.confirmed_by }),
    ...(problem === null ? {} : { problem: problem.code, operatorMessage: problem.raw }),
  };
}

/** How a headless run ends. Other programs rely on the exit codes (architecture.md §9). */
export type Ending =
  | { readonly code: 0; readonly because: 'done' }
  /** A usage or configuration error. */
  | { readonly code: 2; readonly because: 'configuration'; readonly problem: Problem }
  /** A person must decide, or the operator reported a failure. */
  | { readonly code: 3; readonly because: 'person-needed'; readonly problem: Problem }
  | Unfinished;

/** The run is over and the job is not finished: the deadline passed, or the run was stopped. */
export interface Unfinished {
  readonly code: 4;
  readonly because: 'gave-up-waiting' | 'stopped';
  /** The awaited operations, in words. */
  readonly waitingFor: string;
  /** The known obstacle, or null. */
  readonly problem: Problem | null;
}

/** The reason a run's `over` signal is aborted with. */
export type OverReason = Unfinished['because'];

/** The ending of a run that is over before its job is. */
export function unfinished(over: AbortSignal, waitingFor: string, problem: Problem | null): Unfinished {
  return { code: 4, because: over.reason === 'stopped' ? 'stopped' : 'gave-up-waiting', waitingFor, problem };
}

/** Thrown anywhere to end the run with this ending. */
export class EndRun extends Error {
  override readonly name = 'EndRun';
  readonly ending: Ending;
  constructor(ending: Ending) {
    super(ending.because);
    this.ending = ending;
  }
}
