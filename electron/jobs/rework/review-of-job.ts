import { type JobReview, reviewStateOf, type SaidReview } from '../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../shared/ids.ts';
import { reviewPin, WHOLE_JOB } from '../../../shared/relay/reviews.ts';
import type { Sqlite } from '../../db/open.ts';
import { latestCounting, type ReviewRow, reworkAnswer } from '../../db/tables/queue/reviews.ts';

/** A kept review as a screen shows it. */
export function saidOf(row: ReviewRow): SaidReview {
  const pin = reviewPin.safeParse(JSON.parse(row.pin));
  const { id, revision, verdict, reason, comment, reviewer, worker, received_at: at, signature } = row;
  const what = { id, revision, verdict, reason, comment, pin: pin.data ?? WHOLE_JOB };
  return { ...what, reviewer, worker, at, signature };
}

/** The latest review of a job of this laptop, and the work done for it here; null without a review. */
export function reviewOfJob(sqlite: Sqlite, job: JobId): JobReview | null {
  const row = latestCounting(sqlite, job);
  if (row === undefined) return null;
  const state = reviewStateOf(row.verdict, reworkAnswer(sqlite, row.id));
  return state === 'unreviewed' ? null : { ...saidOf(row), state };
}

/** The request that the job's finish answers; null where it answers none. */
export function openReworkOf(sqlite: Sqlite, job: JobId): JobReview | null {
  const review = reviewOfJob(sqlite, job);
  return review?.state === 'rework-asked' || review?.state === 'rework-begun' ? review : null;
}
