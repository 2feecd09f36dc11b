import { z } from 'zod';
import { environment, customerId, logEntryId } from '../../shared/ids.ts';
import { reviewId } from '../../shared/relay/reviews.ts';
import { feedCursor } from '../../shared/relay/results.ts';
import { feedRun } from '../../shared/relay/access.ts';

/** Upper bound of a poll's wait. Proxies commonly close silent connections after 60 s or more. */
const LONGEST_WAIT_SECONDS = 55;
/** Upper bound of results per page. */
const LARGEST_PAGE = 200;
/** Upper bound of rows per page of any other route. */
const LARGEST_LOG_PAGE = 500;
const USUAL_PAGE = 100;

const digits = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number);

/** The parameters of `GET /v1/results/SEQUENCE`. */
export const resultQuery = z.object({
  environment,
  customerId,
  sequence: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
});

/** The parameters of `GET /v1/results`; `limit` and `wait` (seconds) are capped. */
export const feedQuery = z.object({
  environment,
  customerId,
  after: feedCursor.optional(),
  limit: count
    .refine((value) => value > 0)
    .transform((value) => Math.min(value, LARGEST_PAGE))
    .default(USUAL_PAGE),
  wait: count.transform((value) => Math.min(value, LONGEST_WAIT_SECONDS)).default(0),
  /** The newest review the reader has, empty for none; a reader that does not follow reviews leaves it out. */
  review: z.union([z.literal(''), reviewId]).optional(),
  /** The newest removal on request the reader has, in the same form. */
  removal: z.union([z.literal(''), logEntryId]).optional(),
  /** The sequence up to which the reader has the changes of planned jobs, in the same form. */
  plan: digits.optional(),
  /** The run of the store in the reader's last answer; left out before the first answer. */
  run: feedRun.optional(),
});
export type FeedQuery = z.infer<typeof feedQuery>;

/** `after` (the cursor) and `limit`, which is capped. */
export const pageParameters = {
  after: digits.default(0),
  limit: digits
    .refine((value) => value > 0)
    .transform((value) => Math.min(value, LARGEST_LOG_PAGE))
    .default(USUAL_PAGE),
} as const;

/** The turn of a job that is handed over. */
export const turnParameter = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number);

/** Milliseconds since the epoch, or nothing. */
export const instantParameter = digits.nullable().default(null);

/** `wait` in seconds, capped at the longest that proxies let pass. */
export const waitParameter = digits.transform((value) => Math.min(value, LONGEST_WAIT_SECONDS)).default(0);
