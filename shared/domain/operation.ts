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
 * The states and the transitions between them: docs/queue.md; the table itself: transitions.ts beside this.
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
