import {
  type JobReviews,
  type OutgoingReview,
  reviewCounts,
  reviewStateOf,
  givenReview,
} from '../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problem } from '../../../shared/problem.ts';
import { reviewPin } from '../../../shared/relay/reviews.ts';
import type { SupervisionRow } from '../../../shared/domain/supervision.ts';
import type { SupervisionJob } from '../../../shared/domain/supervision-job.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  openReviews,
  openReviewsOf,
  type OutgoingReviewRow,
} from '../../db/tables/queue/outgoing-reviews.ts';
import { reviewsOf, type ReviewRow } from '../../db/tables/queue/reviews.ts';
import { givenReviewOf } from '../../jobs/finish.ts';
import type { ReviewingParts } from './reviewing.ts';

/** Upper bound of reviews per read. */
const MOST_SHOWN = 500;

/** All reviews of a job, and this laptop's pending ones. */
export function jobReviews(
  { database, answerTo }: Pick<ReviewingParts, 'database' | 'answerTo'>,
  jobId: JobId,
): JobReviews {
  const said = reviewsOf(database.sqlite, jobId).map(givenReviewOf);
  const latest = said.find(reviewCounts);
  return {
    jobId,
    state: latest === undefined ? 'unreviewed' : reviewStateOf(latest.verdict, answerTo(jobId, latest.id)),
    revision: said[0]?.revision ?? 0,
    said,
    own: openReviewsOf(database.sqlite, jobId).map(outgoingOf),
  };
}

/** Reviews of this laptop that are in transit, stale or refused; oldest first. */
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
    current: row.stale_current === null ? null : givenReview.parse(JSON.parse(row.stale_current)),
    problem: row.problem === null ? null : problem.parse(JSON.parse(row.problem)),
  };
}

/** The reviews of a job, prepared for its row. */
interface JobReviewFacts {
  readonly review: SupervisionRow['review'];
  readonly sentBack: boolean;
  /** The reason of the newest return; '' = none was given, or the job was never returned. */
  readonly reason: string;
  readonly comments: readonly string[];
}

/**
 * @param said the reviews of the job, newest first.
 * @param answered the reviews that the job's installers have answered with "done again".
 */
export function reviewsFor(said: readonly ReviewRow[], answered: ReadonlySet<string>): JobReviewFacts {
  const newest = said.find(reviewCounts);
  const back = said.find((one) => one.verdict === 'rework' && reviewCounts(one));
  return {
    review: {
      state: newest === undefined ? 'none' : stateAfter(newest, answered),
      // The next review is based on the newest one, whether or not it is effective.
      revision: said[0]?.revision ?? 0,
      reviewer: newest === undefined ? null : speakerOf(newest),
      at: newest?.received_at ?? null,
    },
    sentBack: back !== undefined,
    reason: back?.reason ?? '',
    comments: said.map(({ comment }) => comment),
  };
}

/** The table has one state for requested and begun rework; the job's page distinguishes them. */
function stateAfter(
  { id, verdict }: ReviewRow,
  answered: ReadonlySet<string>,
): SupervisionRow['review']['state'] {
  if (verdict !== 'rework') return verdict;
  return answered.has(id) ? 'mended' : 'rework';
}

/** As the job's page shows them, oldest first. */
export function listReviews(queue: Sqlite, job: JobId): SupervisionJob['reviews'] {
  return reviewsOf(queue, job)
    .toReversed()
    .map((row) => ({
      revision: row.revision,
      verdict: row.verdict,
      reason: row.reason,
      comment: row.comment,
      reviewer: speakerOf(row),
      at: row.received_at,
      counts: reviewCounts(row),
    }));
}

/** The author of a review. */
export const speakerOf = ({ worker, reviewer }: Pick<ReviewRow, 'worker' | 'reviewer'>): string =>
  worker === '' ? reviewer : worker;
