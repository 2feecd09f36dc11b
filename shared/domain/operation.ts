import { z } from 'zod';
import { jobId, operationId } from '../ids.ts';
import { problem, sentence } from '../problem.ts';
import { instant } from '../time.ts';

/** Every kind of write the queue knows (architecture.md §4). One file each in electron/operations/queue/kinds. */
export const operationKind = z.enum([
  'create-car',
  'update-car',
  'install',
  'uninstall',
  'create-group',
  'rename-group',
  'delete-group',
  'add-car-to-group',
  'add-user-to-group',
  'add-product-to-group',
  'remove-service-from-group',
  'create-assignment',
  'update-assignment',
  'delete-assignment',
  'remove-user-from-customer',
  'remove-user-by-address',
  'create-event',
]);
export type OperationKind = z.infer<typeof operationKind>;

/**
 * The states and the transitions between them: docs/queue.md; the table itself: `transitions` below.
 * `sending` is written and synced before the first byte leaves; `unknown` may have been applied; `done`, `failed` (a
 * business failure reported by the operator) and `cancelled` are ends.
 */
export const operationState = z.enum([
  'waiting',
  'ready',
  'sending',
  'awaiting-result',
  'unknown',
  'blocked',
  'held',
  'done',
  'failed',
  'cancelled',
]);
export type OperationState = z.infer<typeof operationState>;
/** The states in which an operation has ended. */
export const endedStates: ReadonlySet<OperationState> = new Set(['done', 'failed', 'cancelled']);

/**
 * The source of the confirmation that an operation is done: its answer, the operator's result, a query of our own, or a
 * person's word.
 */
export const confirmedBy = z.enum(['answer', 'result', 'query', 'person']);
export type ConfirmedBy = z.infer<typeof confirmedBy>;

/**
 * The laptop whose report alone states the end; '' = its name is not proven. Null = the end is known here, or the
 * operation has not ended.
 */
export const reportedBy = z.string().nullable().default(null);

export const attemptView = z.object({
  number: z.number().int().positive(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** `null` while in flight or after a crash. */
  sent: z.enum(['no', 'maybe', 'answered']).nullable(),
  status: z.number().int().nullable(),
  message: z.string().nullable(),
});
export type AttemptView = z.infer<typeof attemptView>;

/** An operation as a screen shows it. */
export const operationView = z.object({
  id: operationId,
  kind: operationKind,
  state: operationState,
  jobId: jobId.nullable(),
  /** "Install Box 001234021 in M BX 1077" as key and params. */
  sentence,
  createdAt: instant,
  updatedAt: instant,
  attempts: z.number().int(),
  /**
   * Counts people's changes to it: retries and corrections. With state and attempts it identifies the version that a
   * person has seen.
   */
  revision: z.number().int(),
  /** The next retry, or the next query while the state is unknown; null = as soon as possible. */
  notBefore: instant.nullable(),
  acceptedAt: instant.nullable(),
  /** Null also while only another laptop's report confirms it. */
  confirmedBy: confirmedBy.nullable(),
  reportedBy,
  /** Why it is blocked, failed, held, or not yet complete. */
  problem: problem.nullable(),
  /** The sentences of the unfinished operations it depends on. */
  waitsFor: z.array(sentence),
  history: z.array(attemptView),
});
export type OperationView = z.infer<typeof operationView>;

/**
 * The initial state of an operation: `ready`, `waiting` for its dependencies, or `held` when one of them has failed.
 */
export const firstStates = ['ready', 'waiting', 'held'] as const satisfies readonly OperationState[];
export type FirstState = (typeof firstStates)[number];

/**
 * All permitted transitions, in one table: `moveOperation` compares each write with it, and docs/queue.md draws it. A
 * state that names itself may stay: only its next time changes, or a person has corrected its content.
 */
export const transitions: Readonly<Record<OperationState, readonly OperationState[]>> = {
  // A result proves that a request was executed, whatever state is recorded here, so nearly every state may become
  // `done` or `failed`. `unknown` after a restored backup: operations that are waiting or ready in it may have been
  // sent since. `blocked` where a dependency could not be read from a damaged file. `awaiting-result` where another
  // process set it before the sender had read the operator's 204.
  waiting: ['waiting', 'ready', 'unknown', 'held', 'blocked', 'done', 'failed', 'cancelled'],
  ready: ['ready', 'sending', 'awaiting-result', 'unknown', 'held', 'blocked', 'done', 'failed', 'cancelled'],
  // An operation that is being sent cannot be cancelled, and its own answer comes before a result counts.
  sending: ['ready', 'awaiting-result', 'unknown', 'blocked', 'done'],
  // Never back to `ready`: the operator has accepted it, so it is not sent a second time. `cancelled` when a later
  // order of ours has replaced it.
  'awaiting-result': ['awaiting-result', 'blocked', 'done', 'failed', 'cancelled'],
  unknown: ['unknown', 'ready', 'awaiting-result', 'blocked', 'done', 'failed'],
  blocked: ['ready', 'waiting', 'unknown', 'awaiting-result', 'done', 'failed', 'cancelled'],
  held: ['held', 'ready', 'waiting', 'unknown', 'done', 'failed', 'cancelled'],
  // Final states have no transitions (faults.md fact 12).
  done: [],
  failed: [],
  cancelled: [],
};

/** Tests whether a transition is permitted. */
export function mayMove(from: OperationState, to: OperationState): boolean {
  return transitions[from].includes(to);
}

/** The filter of the Queue. `open` = all operations that have not ended, those that need a person first. */
export const queueShow = z.enum(['open', 'needs-you', 'on-their-way', 'waiting', 'done']);
export type QueueShow = z.infer<typeof queueShow>;

/** Local assignment states, exactly as spec part 3 recommends them. */
export const assignmentState = z.enum([
  'pending',
  'active',
  'failed',
  'pending update',
  'update successful',
  'update failed',
  'pending deletion',
  'deleted',
  'deletion failed',
]);
export type AssignmentState = z.infer<typeof assignmentState>;
