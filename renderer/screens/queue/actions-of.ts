import type { OperationView } from '../../../shared/domain/operation.ts';
import type { ProblemCode } from '../../../shared/problem.ts';

/** What a person may do about an operation. */
export interface OperationActions {
  /** Send again once the cause is mended. */
  readonly retry: boolean;
  /** Say whether it was done: it may have been, and no reading can tell. */
  readonly decide: boolean;
  readonly cancel: boolean;
}

/** Problems after which the operation may stand at the operator already. */
const mayBeDone: ReadonlySet<ProblemCode> = new Set([
  'event-may-be-recorded',
  'several-cars-match',
  'outcome-contradicts',
  'crashed-repeatedly',
]);

/** The actions that the operation's state allows; the queue refuses all others. */
export function actionsOf({ state, problem }: Pick<OperationView, 'state' | 'problem'>): OperationActions {
  const decidable = state === 'blocked' && problem !== null && mayBeDone.has(problem.code);
  return {
    retry: state === 'blocked' && !decidable,
    decide: decidable,
    cancel: state === 'waiting' || state === 'ready' || state === 'held' || state === 'blocked',
  };
}
