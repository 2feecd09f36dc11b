import type { Problem } from '../../../shared/problem.ts';

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
