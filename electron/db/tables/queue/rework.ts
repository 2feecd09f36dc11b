import type { JobId } from '../../../../shared/ids.ts';
import type { ReworkAnswer } from '../../../../shared/domain/reviewing.ts';
import type { ReviewId } from '../../../../shared/relay/reviews.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** What was done here about this very request. */
export function reworkAnswer(sqlite: Sqlite, review: ReviewId): ReworkAnswer {
  const row = sqlite
    .prepare<[ReviewId], { done_at: Instant | null }>('SELECT done_at FROM rework WHERE review_id = ?')
    .get(review);
  if (row === undefined) return 'none';
  return row.done_at === null ? 'begun' : 'done';
}

/** Somebody has begun with it; a second time changes nothing. */
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
