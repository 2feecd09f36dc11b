import type { Clock } from '../../shared/time.ts';
import { pinWord, reviewCounts } from '../../shared/domain/reviewing.ts';
import type { ReviewSignatureState } from '../../shared/domain/trust.ts';
import type { Review } from '../../shared/relay/reviews.ts';
import type { Database, WriteContext } from '../db/open.ts';
import { hasJobs, readJob } from '../db/tables/queue/jobs.ts';
import {
  readMissedReviews,
  writeMissedReviews,
  readReviewPosition,
  writeReviewPosition,
  insertReview,
  putReviewBack,
  replaceReviewsBy,
  type ReviewRow,
} from '../db/tables/queue/reviews.ts';
import { reinstateReview } from '../db/tables/queue/outgoing-reviews.ts';
import { takesOverJob } from '../db/tables/queue/log-entries.ts';
import { addRelayNote, readLogConfirmed } from '../db/tables/queue/relay-exchange.ts';
import type { ReviewInbox } from '../relay/exchange.ts';
import { judgedReview } from '../trust/signatures.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import { isRemoved } from '../db/tables/queue/word-rows.ts';
import type { InstallationLog } from './append.ts';

/** Stores reviews in a profile's queue.db, and notifies Home and the job. */
export function createReviewInbox({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: InstallationLog;
}): ReviewInbox {
  return {
    place: () => readReviewPosition(database.sqlite),
    watchResets: () => {
      const { sqlite } = database;
      const known = readReviewPosition(sqlite);
      const confirmed = readLogConfirmed(sqlite);
      return () =>
        readReviewPosition(sqlite)?.sequence !== known?.sequence ||
        takesOverJob(sqlite, confirmed, readLogConfirmed(sqlite));
    },
    take: (reviews, place) =>
      database.write((context) => {
        for (const review of reviews) takeReview(context, log, judgedReview(context.sqlite, review), 'relay');
        writeReviewPosition(context, place);
      }),
    missed: (reviews) => {
      const reported = readMissedReviews(database.sqlite);
      if (reviews === (reported ?? 0)) return;
      database.write((context) => {
        writeMissedReviews(context, reviews);
        const more = reviews - (reported ?? 0);
        // A reinstalled laptop with its old token has no jobs, so no missed review concerns it.
        const concerned = reported !== null || hasJobs(database.sqlite);
        if (more > 0 && concerned) {
          addRelayNote(context, { matter: 'reviews-missed', count: more, at: clock.now() });
          context.changed('status');
        }
      });
    },
  };
}

/** The stored part of a review; its sequence belongs to the relay. */
export type ReceivedReview = Pick<
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
 * Stores a review, in any order of arrival. Idempotent; an older review never takes precedence over a newer one. A
 * review from the relay replaces stored ones with the same or a higher revision, because those come from a relay that
 * was restored from a backup. A review of this laptop that was stale or refused is reinstated if the relay has it. The
 * arrival is logged if the job belongs to this laptop.
 */
export function takeReview(
  context: WriteContext,
  log: InstallationLog,
  review: ReceivedReview,
  origin: ReviewRow['origin'],
): void {
  const { id, jobId: job, revision, verdict, reason, pin, signature } = review;
  const { sqlite } = context;
  // A relay that was restored to a state before a removal sends the removed words again.
  const areWordsRemoved = isRemoved(sqlite, 'job', job) || isRemoved(sqlite, 'review', id);
  const { comment, reviewer, worker } = areWordsRemoved ? { comment: '', reviewer: '', worker: '' } : review;
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
  const isReinstated = origin === 'relay' && reinstateReview(context, { id, revision });
  const isOfRelay = origin === 'relay' && (isReinstated || reviewCounts({ signature }));
  const isBack = !isNew && isOfRelay && putReviewBack(context, id);
  if (isOfRelay && (isNew || isBack)) replaceReviewsBy(context, { id, job_id: job, revision });
  if (isReinstated) log.append(context, { job, type: 'review-reinstated', data: { review: id, revision } });
  if (isBack || isReinstated) context.changed('jobs', 'reviews', `job:${job}`);
  if (!isNew) return;
  const isOwn = readJob(sqlite, job) !== undefined && !isGiven(sqlite, job);
  if (isOwn) {
    const said = { revision, verdict, reason, comment, pin: pinWord(pin), reviewer, by: worker };
    const data = { review: id, ...said, signature };
    log.append(context, { job, type: 'review-received', data });
  }
  context.changed('jobs', 'reviews', `job:${job}`);
}
