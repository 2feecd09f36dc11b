import type { Clock } from '../../shared/time.ts';
import type { Database } from '../db/open.ts';
import { hasJobs } from '../db/tables/queue/jobs.ts';
import {
  readMissedReviews,
  writeMissedReviews,
  readReviewPosition,
  writeReviewPosition,
} from '../db/tables/queue/reviews.ts';
import { addRelayNote } from '../db/tables/queue/relay-exchange.ts';
import type { ReviewInbox } from '../relay/pull-reviews.ts';
import { judgedReview } from '../trust/review-signature.ts';
import type { InstallationLog } from './append.ts';
import { takeReview } from './take-review.ts';

/** Keeps reviews in a profile's queue.db, and announces them to Home and the job. */
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
        // A laptop that starts again with its token has no job that could have a review.
        const concerned = reported !== null || hasJobs(database.sqlite);
        if (more > 0 && concerned) {
          addRelayNote(context, { matter: 'reviews-missed', count: more, at: clock.now() });
          context.changed('status');
        }
      });
    },
  };
}
