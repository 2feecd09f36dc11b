import { z } from 'zod';
import { listOf } from '../parsing.ts';
import { assignmentId, carId, customerId, userId, logEntryId, environment } from '../ids.ts';
import { instant } from '../time.ts';
import { feedRun } from './access.ts';
import { reviewId } from './reviews.ts';

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

/** Date-times stay text here: the relay passes them on unchanged, and the laptop compares them as instants. */
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

/**
 * The last path segment of each receiver. The spec gives the one for deletions, the others are by analogy
 * (assumption).
 */
export const webhookPaths = {
  created: 'assignmentCreatedResult',
  updated: 'assignmentUpdatedResult',
  deleted: 'assignmentDeletedResult',
} as const satisfies Record<ResultKind, string>;

/**
 * A reader's position: `EPOCH.SEQUENCE`. The epoch is a random id of the period in which the store assigned that
 * sequence. A store that was wiped or restored does not know the epoch or ended it earlier, so it detects an old cursor
 * instead of silently skipping results (faults.md 35).
 */
export const feedCursor = z.string().regex(/^[0-9a-f]{16}\.\d{1,15}$/);
export type FeedCursor = z.infer<typeof feedCursor>;

const stored = {
  sequence: z.number().int().positive(),
  environment,
  customerId,
  /** When the relay stored it for the first time, by the relay's clock. */
  receivedAt: instant,
};

export const feedResult = z.discriminatedUnion('kind', [
  z.object({ ...stored, kind: z.literal('created'), payload: createdResult }),
  z.object({ ...stored, kind: z.literal('updated'), payload: updatedResult }),
  z.object({ ...stored, kind: z.literal('deleted'), payload: deletedResult }),
]);
export type FeedResult = z.infer<typeof feedResult>;

/**
 * 200 of `GET /v1/results`. Results are `unknown` on purpose: one row that a laptop cannot parse must not hide the rest
 * of the page (faults.md 40); each is parsed alone with `feedResult`.
 */
export const feedPage = z.object({
  results: z.array(z.unknown()),
  /** The next cursor; send it as `after`. */
  cursor: feedCursor,
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
  /**
   * When any webhook of this environment last arrived; null = never. By this a laptop can recognise missing webhooks.
   */
  lastReceivedAt: instant.nullable(),
  /**
   * The newest review of this customer; null = there is none. Sent only to a reader that names its newest one with
   * `review`. A change of it ends a long poll as a result does; the review is read with `GET /v1/reviews`.
   */
  newestReview: reviewId.nullish(),
  /** The newest removal on request; sent only to a reader that sent `removal`, and read with `GET /v1/removals`. */
  newestRemoval: logEntryId.nullish(),
  /**
   * The newest change of planned jobs, read with `GET /v1/planned-jobs`. Absent from a relay without planned jobs.
   */
  newestPlan: z.number().int().nonnegative().optional(),
  /**
   * The run of the store that answers. A changed run means that the store was restarted, and may have been restored.
   */
  run: feedRun.optional(),
});
export type FeedPage = z.infer<typeof feedPage>;

/**
 * 200 of `GET /v1/results/SEQUENCE`: one kept result and the number of its arrivals. The relay keeps a repeated result
 * once, so only this count shows the second failure of a request that was sent twice. Both times are of the relay's
 * clock.
 */
export const resultDeliveries = z.object({
  /** As in a page, and `unknown` for the same reason. */
  result: z.unknown(),
  /** The number of arrivals, including the first. */
  deliveries: z.number().int().positive(),
  lastReceivedAt: instant,
  now: instant,
});
export type ResultDeliveries = z.infer<typeof resultDeliveries>;

/**
 * 410 of `GET /v1/results`: the cursor has another epoch, lies beyond the end of its epoch, or is behind retention.
 * Reconcile by reading, and continue at `cursor`.
 */
export const feedReset = z.object({
  reset: z.enum(['other-epoch', 'ahead-of-head', 'behind-retention']),
  cursor: feedCursor,
});
export type FeedReset = z.infer<typeof feedReset>;
