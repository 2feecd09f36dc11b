import { z } from 'zod';
import { environment } from '../environment.ts';
import { customerId, jobId } from '../ids.ts';
import { instant } from '../time.ts';

export const reviewId = z.uuid().brand<'ReviewId'>();
export type ReviewId = z.infer<typeof reviewId>;

/** What a supervisor says of a job: it is right, or it has to be looked at again. */
export const reviewVerdict = z.enum(['approved', 'rework']);
export type ReviewVerdict = z.infer<typeof reviewVerdict>;

/** Body of `POST /v1/reviews`. Sent again with the same id it has no further effect. */
export const newReview = z.object({
  id: reviewId,
  environment,
  customerId,
  jobId,
  verdict: reviewVerdict,
  comment: z
    .string()
    .max(4000)
    .regex(/^[^\0\p{Surrogate}]*$/u),
  /** The revision the supervisor had in view; 0 = no review yet. */
  basedOn: z.number().int().nonnegative(),
});
export type NewReview = z.infer<typeof newReview>;

/** A review as the relay keeps it; the one with the highest revision of a job is what counts. */
export const review = newReview.omit({ basedOn: true }).extend({
  /** The order in which the relay received reviews. */
  sequence: z.number().int().positive(),
  /** Counts from 1 per job. */
  revision: z.number().int().positive(),
  /** The name of the supervisor's token. */
  reviewer: z.string(),
  receivedAt: instant,
});
export type Review = z.infer<typeof review>;

/** 409 `stale-review` of `POST /v1/reviews`: somebody else was first; `current` is what they said. */
export const staleReview = z.object({
  error: z.literal('stale-review'),
  message: z.string(),
  current: review.nullable(),
});
export type StaleReview = z.infer<typeof staleReview>;

/** 200 of `GET /v1/reviews`. */
export const reviewPage = z.object({
  reviews: z.array(review),
  /** Read up to here; hand it back as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: ask again at once. */
  upToDate: z.boolean(),
  /** How many reviews were dropped by age before this token's reader had got them, over all times: it is to tell its people. */
  missed: z.number().int().nonnegative().default(0),
});
export type ReviewPage = z.infer<typeof reviewPage>;
