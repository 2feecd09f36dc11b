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

/** How we know that an operation is done: its answer, the operator's result, our own reading, or a person's word. */
export const confirmedBy = z.enum(['answer', 'result', 'query', 'person']);
export type ConfirmedBy = z.infer<typeof confirmedBy>;

/** The laptop by whose word alone an end is known; '' = its name is not proven. Null = it ended here, or has not. */
export const reportedBy = z.string().nullable().default(null);

export const attemptView = z.object({
  number: z.number().int().positive(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  /** `null` while under way or after a crash. */
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
  /** Counts what persons did to it: sent again, corrected. With state and attempts it says what a person has seen. */
  revision: z.number().int(),
  /** Next try, or next reading while unknown; null = as soon as possible. */
  notBefore: instant.nullable(),
  acceptedAt: instant.nullable(),
  /** Null also while it is known by another laptop's word alone. */
  confirmedBy: confirmedBy.nullable(),
  reportedBy,
  /** Why it is blocked, failed, held, or not yet through. */
  problem: problem.nullable(),
  /** The sentences of the unfinished operations it depends on. */
  waitsFor: z.array(sentence),
  history: z.array(attemptView),
});
export type OperationView = z.infer<typeof operationView>;

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

/** Which operations the Queue shows. `open` = all that is not at an end, those that need a person first. */
export const queueShow = z.enum(['open', 'needs-you', 'on-their-way', 'waiting', 'done']);
export type QueueShow = z.infer<typeof queueShow>;
