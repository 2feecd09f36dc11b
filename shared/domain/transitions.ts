import type { OperationState } from './operation.ts';

/** Where a new operation begins: `ready`, or `waiting` on what it builds on, or `held` when that has ended badly. */
export const firstStates = ['ready', 'waiting', 'held'] as const satisfies readonly OperationState[];
export type FirstState = (typeof firstStates)[number];

/**
 * Every way an operation may go, in one table: the write of a state compares it (`moveOperation`), and docs/queue.md draws
 * it. A state that names itself stays where it is: only its next time changes, or a person has corrected what it sends.
 */
export const transitions: Readonly<Record<OperationState, readonly OperationState[]>> = {
  // A result is proof that a request was executed, whatever is believed here: so `done` and `failed` from nearly everywhere.
  // `unknown` where the file came back from a backup: what waits or is ready in it may have been sent since.
  // `blocked` where what it waits for could not be read from a damaged file.
  // `awaiting-result` from where another process put it before the one that sent it had read the operator's 204.
  waiting: ['waiting', 'ready', 'unknown', 'held', 'blocked', 'done', 'failed', 'cancelled'],
  ready: ['ready', 'sending', 'awaiting-result', 'unknown', 'held', 'blocked', 'done', 'failed', 'cancelled'],
  // An operation on the wire cannot be taken back, and its own answer is awaited before a result counts.
  sending: ['ready', 'awaiting-result', 'unknown', 'blocked', 'done'],
  // Never back to `ready`: the operator has accepted it, so it is not sent a second time.
  // `cancelled` when a later order of ours has taken its place.
  'awaiting-result': ['awaiting-result', 'blocked', 'done', 'failed', 'cancelled'],
  unknown: ['unknown', 'ready', 'awaiting-result', 'blocked', 'done', 'failed'],
  blocked: ['ready', 'waiting', 'unknown', 'awaiting-result', 'done', 'failed', 'cancelled'],
  held: ['held', 'ready', 'waiting', 'unknown', 'done', 'failed', 'cancelled'],
  // Ends are ends (faults.md fact 12).
  done: [],
  failed: [],
  cancelled: [],
};

/** Is this a way an operation may go? */
export function mayMove(from: OperationState, to: OperationState): boolean {
  return transitions[from].includes(to);
}
