import type { Database } from '../db/open.ts';
import { insertReview, readReviewPosition, writeReviewPosition } from '../db/tables/queue/reviews.ts';
import type { ReviewInbox } from '../relay/pull-reviews.ts';

/** Keeps what supervisors said in a profile's queue.db; Home and the job itself are told. */
export function createReviewInbox(database: Database): ReviewInbox {
  return {
    place: () => readReviewPosition(database.sqlite),
    take: (reviews, place) =>
      database.write((context) => {
        for (const review of reviews) {
          insertReview(context, {
            id: review.id,
            job_id: review.jobId,
            revision: review.revision,
            verdict: review.verdict,
            comment: review.comment,
            reviewer: review.reviewer,
            received_at: review.receivedAt,
          });
          context.changed('jobs', `job:${review.jobId}`);
        }
        writeReviewPosition(context, place);
      }),
  };
}
