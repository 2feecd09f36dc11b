import { reviewCounts } from '../../shared/domain/reviewing.ts';
import type { SupervisionRow } from '../../shared/domain/supervision.ts';
import type { SupervisionJob } from '../../shared/domain/supervision-job.ts';
import type { JobId } from '../../shared/ids.ts';
import type { Sqlite } from '../db/open.ts';
import { type ReviewRow, reviewsOf } from '../db/tables/queue/reviews.ts';

/** The reviews of a job, put together for its row. */
export interface JobReviewFacts {
  readonly review: SupervisionRow['review'];
  readonly sentBack: boolean;
  /** Of the newest time it was sent back; '' = none was given, or never. */
  readonly reason: string;
  readonly comments: readonly string[];
}

/** @param answered the reviews that the job's installers have answered with "done again". */
export function reviewsFor(queue: Sqlite, job: JobId, answered: ReadonlySet<string>): JobReviewFacts {
  const said = reviewsOf(queue, job);
  const newest = said.find(reviewCounts);
  const back = said.find((one) => one.verdict === 'rework' && reviewCounts(one));
  return {
    review: {
      state: newest === undefined ? 'none' : stateAfter(newest, answered),
      // The next review is based on the newest of all, whether it counts or not.
      revision: said[0]?.revision ?? 0,
      reviewer: newest === undefined ? null : speakerOf(newest),
      at: newest?.received_at ?? null,
    },
    sentBack: back !== undefined,
    reason: back?.reason ?? '',
    comments: said.map(({ comment }) => comment),
  };
}

/** Asked for and begun are one to a table; the job's own page tells them apart. */
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
