import {
  type JobReviews,
  type OutgoingReview,
  reviewCounts,
  reviewStateOf,
  saidReview,
} from '../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problem } from '../../../shared/problem.ts';
import { reviewPin } from '../../../shared/relay/reviews.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  openReviews,
  openReviewsOf,
  type OutgoingReviewRow,
} from '../../db/tables/queue/outgoing-reviews.ts';
import { reviewsOf } from '../../db/tables/queue/reviews.ts';
import { saidOf } from '../../jobs/finish.ts';
import type { ReviewingParts } from './open-reviewing.ts';

/** The most that are read at once. */
const MOST_SHOWN = 500;

/** Everything that was said of a job, and what this laptop has still to say. */
export function jobReviews(
  { database, answerTo }: Pick<ReviewingParts, 'database' | 'answerTo'>,
  jobId: JobId,
): JobReviews {
  const said = reviewsOf(database.sqlite, jobId).map(saidOf);
  const latest = said.find(reviewCounts);
  return {
    jobId,
    state: latest === undefined ? 'unreviewed' : reviewStateOf(latest.verdict, answerTo(jobId, latest.id)),
    revision: said[0]?.revision ?? 0,
    said,
    own: openReviewsOf(database.sqlite, jobId).map(outgoingOf),
  };
}

/** Reviews of this laptop that are on their way or came to nothing, the oldest first. */
export function outgoing(sqlite: Sqlite): readonly OutgoingReview[] {
  return openReviews(sqlite, MOST_SHOWN).map(outgoingOf);
}

function outgoingOf(row: OutgoingReviewRow): OutgoingReview {
  const { id, verdict, reason, comment, worker, state } = row;
  return {
    id,
    jobId: row.job_id,
    verdict,
    reason,
    comment,
    pin: reviewPin.parse(JSON.parse(row.pin)),
    worker,
    basedOn: row.based_on,
    writtenAt: row.written_at,
    state,
    current: row.stale_current === null ? null : saidReview.parse(JSON.parse(row.stale_current)),
    problem: row.problem === null ? null : problem.parse(JSON.parse(row.problem)),
  };
}
