import { pinWord, reviewCounts } from '../../shared/domain/reviewing.ts';
import type { ReviewSignatureState } from '../../shared/domain/trust.ts';
import type { Review } from '../../shared/relay/reviews.ts';
import type { WriteContext } from '../db/open.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import { readJob } from '../db/tables/queue/jobs.ts';
import { insertReview, putReviewBack, replaceReviewsBy, type ReviewRow } from '../db/tables/queue/reviews.ts';
import type { InstallationLog } from './append.ts';

/** The kept part of a review; its sequence belongs to the relay. */
export type TakenReview = Pick<
  Review,
  | 'id'
  | 'jobId'
  | 'revision'
  | 'verdict'
  | 'reason'
  | 'comment'
  | 'pin'
  | 'reviewer'
  | 'worker'
  | 'receivedAt'
> & { readonly signature: ReviewSignatureState };

/**
 * Keeps what a supervisor said, whatever its order: the same review again changes nothing, and an older one never counts before a
 * newer one. One that the relay has now replaces another one with its revision, and those after that: they are of a store that was set
 * back. Of a job that is this laptop's own the arrival is an entry of its log.
 */
export function takeReview(
  context: WriteContext,
  log: InstallationLog,
  review: TakenReview,
  origin: ReviewRow['origin'],
): void {
  const { id, jobId: job, revision, verdict, reason, comment, pin, reviewer, worker, signature } = review;
  const isNew = insertReview(context, {
    id,
    job_id: job,
    origin,
    revision,
    verdict,
    reason,
    comment,
    pin: JSON.stringify(pin),
    reviewer,
    worker,
    received_at: review.receivedAt,
    signature,
  });
  const isOfRelay = origin === 'relay' && reviewCounts({ signature });
  const isBack = !isNew && isOfRelay && putReviewBack(context, id);
  if (isOfRelay && (isNew || isBack)) replaceReviewsBy(context, { id, job_id: job, revision });
  if (isBack) context.changed('jobs', 'reviews', `job:${job}`);
  if (!isNew) return;
  const isOwn = readJob(context.sqlite, job) !== undefined && !isGiven(context.sqlite, job);
  if (isOwn) {
    const said = { revision, verdict, reason, comment, pin: pinWord(pin), reviewer, by: worker };
    const data = { review: id, ...said, signature };
    log.append(context, { job, type: 'review-received', data });
  }
  context.changed('jobs', 'reviews', `job:${job}`);
}
