import type { JobId } from '../../../../shared/ids.ts';
import type { ReworkAnswer } from '../../../../shared/domain/reviewing.ts';
import type { ReviewId } from '../../../../shared/relay/reviews.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { isGiven } from './hand-overs.ts';
import { ofLatestReview } from './reviews.ts';

/** The work done here for this request. */
export function reworkAnswer(sqlite: Sqlite, review: ReviewId): ReworkAnswer {
  const row = sqlite
    .prepare<[ReviewId], { done_at: Instant | null }>('SELECT done_at FROM rework WHERE review_id = ?')
    .get(review);
  if (row === undefined) return 'none';
  return row.done_at === null ? 'begun' : 'done';
}

/** The rework has begun; a second time changes nothing. */
export function beginReworkOf(
  { sqlite }: WriteContext,
  { review, job, at }: { readonly review: ReviewId; readonly job: JobId; readonly at: Instant },
): void {
  sqlite
    .prepare<[ReviewId, JobId, Instant]>(
      'INSERT INTO rework (review_id, job_id, begun_at) VALUES (?, ?, ?) ON CONFLICT (review_id) DO NOTHING',
    )
    .run(review, job, at);
}

/** It was sent back. */
export function endReworkOf({ sqlite }: WriteContext, review: ReviewId, at: Instant): void {
  sqlite.prepare<[Instant, ReviewId]>('UPDATE rework SET done_at = ? WHERE review_id = ?').run(at, review);
}

/** Requests for rework of a job of this laptop that have not begun. */
export interface UnbegunRework {
  /** Grows with each review that comes. */
  readonly arrival: number;
  readonly job_id: JobId;
  /** The job's own data, JSON. */
  readonly data: string;
}

/** Those that came after an arrival and are still the last word on their job, the oldest first. */
export function unbegunReworkSince(sqlite: Sqlite, arrival: number): readonly UnbegunRework[] {
  return sqlite
    .prepare<[number], UnbegunRework>(
      `SELECT came.arrival, came.job_id, job.data FROM review AS came JOIN job ON job.id = came.job_id
       WHERE came.arrival > ? AND came.verdict = 'rework' AND came.origin = 'relay'
         AND came.id = ${ofLatestReview('id', 'job.id')}
         AND NOT EXISTS (SELECT 1 FROM rework WHERE rework.review_id = came.id)
         AND NOT EXISTS (SELECT 1 FROM outgoing_review WHERE outgoing_review.id = came.id)
       ORDER BY came.arrival`,
    )
    .all(arrival)
    .filter(({ job_id: job }) => !isGiven(sqlite, job));
}

/** The newest review that is here; 0 = none is. */
export function newestArrival(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT coalesce(max(arrival), 0) FROM review').pluck().get() ?? 0;
}
