import { z } from 'zod';
import { listOf } from '../parsing.ts';
import { environment, customerId, jobId } from '../ids.ts';
import { instant } from '../time.ts';
import { attachmentDigest } from './attachments.ts';
import { feedRun } from './access.ts';
import { words } from './jobs.ts';
import { signed } from './signing.ts';

/* Reviews on the wire between laptop and relay (docs/reviews.md). */

export const reviewId = z.uuid().brand<'ReviewId'>();
export type ReviewId = z.infer<typeof reviewId>;

/**
 * A supervisor's verdict on a job: approved, to be redone in part, or withdrawn, so that the job waits for a review
 * again.
 */
export const reviewVerdict = z.enum(['approved', 'rework', 'reopened']);
export type ReviewVerdict = z.infer<typeof reviewVerdict>;

/** Why a job has to be redone; the comment has the details. */
export const reworkReason = z.enum([
  'wrong-place',
  'wrong-serial',
  'photo-missing',
  'photo-unreadable',
  'checklist-wrong',
  'access-not-proven',
  'paperwork',
  'other',
]);
export type ReworkReason = z.infer<typeof reworkReason>;

const named = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^\0\p{Surrogate}]*$/u);

/**
 * The subject of the review: the whole job, a step by its name, an item of the checklist by its id, or one photo
 * (`item`: the item that it was taken for, if known). Names are the laptop's own; a relay passes on unknown ones.
 */
export const reviewPin = z.discriminatedUnion('at', [
  z.object({ at: z.literal('job') }),
  z.object({ at: z.literal('step'), step: named }),
  z.object({ at: z.literal('item'), item: named }),
  z.object({ at: z.literal('photo'), digest: attachmentDigest, item: named.nullable().default(null) }),
]);
export type ReviewPin = z.infer<typeof reviewPin>;

/** The whole job. */
export const WHOLE_JOB: ReviewPin = { at: 'job' };

const said = z.object({
  id: reviewId,
  environment,
  customerId,
  jobId,
  verdict: reviewVerdict,
  comment: words(4000),
  /** The revision on which the review is based; 0 = no earlier review. */
  basedOn: z.number().int().nonnegative(),
  /** For rework only. */
  reason: reworkReason.nullable().default(null),
  pin: reviewPin.default(WHOLE_JOB),
  /** The person working at the supervisor's laptop. */
  worker: words(200).default(''),
  /** The signature over `canonicalReview`; every laptop that accepts the review verifies it. */
  signed: signed.optional(),
});

/**
 * Body of `POST /v1/reviews`. Idempotent by id. Rework needs a comment. Older writers send no reason, which is kept
 * as `other`.
 */
export const newReview = said
  .extend({
    /**
     * The review that had this revision when the new one was written, because a restored relay assigns a revision
     * twice. Absent for revision 0, and from a laptop that does not know it.
     */
    basedOnReview: reviewId.optional(),
  })
  .refine(({ verdict, comment }) => verdict !== 'rework' || comment.trim() !== '', {
    path: ['comment'],
    message: 'Say what has to be done again.',
  })
  .transform((asked) => ({
    ...asked,
    reason: asked.verdict === 'rework' ? (asked.reason ?? 'other') : null,
  }));
export type NewReview = z.output<typeof newReview>;

/**
 * A review as the relay keeps it; the one with the highest revision of a job counts. A field is missing if the relay
 * is too old to have it, and counts as missing if its value is of a newer form.
 */
export const review = said.extend({
  /** As its writer sent it; null = the relay did not store it, so no signature can be verified. */
  basedOn: z.number().int().nonnegative().nullable().catch(null),
  signed: signed.optional().catch(undefined),
  reason: reworkReason.nullable().catch(null),
  pin: reviewPin.catch(WHOLE_JOB),
  worker: z.string().catch(''),
  /** The order in which the relay received reviews. */
  sequence: z.number().int().positive(),
  /** Counts from 1 per job. */
  revision: z.number().int().positive(),
  /** The name of the supervisor's token. */
  reviewer: z.string(),
  receivedAt: instant,
});
export type Review = z.infer<typeof review>;

/**
 * 200 of `POST /v1/reviews`. `run`: the run of the relay's store that has it; null from an older relay. A later run
 * may lack the review, if the store was restored from a backup.
 */
export const keptReview = review.extend({ run: feedRun.nullable().catch(null) });

/** 409 `stale-review` of `POST /v1/reviews`: another review came first; `current` is that one. */
export const staleReview = z.object({
  error: z.literal('stale-review'),
  message: z.string(),
  current: review.nullable(),
});
export type StaleReview = z.infer<typeof staleReview>;

/**
 * The verdicts that a reader of `GET /v1/reviews` understands, sent as `knows`. Without `reopened`, such a review
 * is sent as `approved`: neither asks anything of an installer, and an unknown verdict would make the reader reject
 * the whole page.
 */
export const REVIEWS_KNOWN = 'reopened';

/** 200 of `GET /v1/reviews`. */
export const reviewPage = z.object({
  reviews: listOf(review),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** The review at `cursor`, even if it is not for this reader; null if none is kept there. */
  last: reviewId.nullable().default(null),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
  /**
   * The number of reviews that were dropped by age before this token's reader had them, over all times. The reader must
   * show it.
   */
  missed: z.number().int().nonnegative().default(0),
});
export type ReviewPage = z.infer<typeof reviewPage>;
