import { z } from 'zod';
import { listOf } from '../list-of.ts';
import { assignmentId, carId, customerId, userId } from '../ids.ts';

/*
 * The operator's webhooks (spec part 6). Unknown fields are kept: the created result may also carry lifetime and
 * renewableAfter, and more may come.
 */

/** The fields of every result. */
const common = {
  checksum: z.string(),
  customerId,
  operationSucceeded: z.boolean(),
  errorMessage: z.string().nullish(),
};

/** Date-times stay text here: the relay hands on what it was given; the laptop compares them as instants. */
export const createdResult = z.looseObject({
  ...common,
  /** null when the creation failed. */
  assignmentId: assignmentId.nullable(),
  carId,
  userId,
  start: z.string(),
  end: z.string().nullish(),
});

export const updatedResult = z.looseObject({
  ...common,
  assignmentId,
  /** The patch operations sent; may be absent (assumption). */
  updateData: listOf(z.looseObject({ op: z.string(), path: z.string() })).nullish(),
});

export const deletedResult = z.looseObject({
  ...common,
  assignmentId,
});

export const resultKind = z.enum(['created', 'updated', 'deleted']);
export type ResultKind = z.infer<typeof resultKind>;

/** The last path segment of each receiver. The deleted one is given by the spec, the others by analogy (assumption). */
export const webhookPaths = {
  created: 'assignmentCreatedResult',
  updated: 'assignmentUpdatedResult',
  deleted: 'assignmentDeletedResult',
} as const satisfies Record<ResultKind, string>;
