import type { JobId } from '../../../../shared/ids.ts';
import type { ReviewId, ReviewVerdict } from '../../../../shared/relay/reviews.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** What a supervisor said of a job, as the relay handed it on. */
export interface ReviewRow {
  readonly id: ReviewId;
  readonly job_id: JobId;
  readonly revision: number;
  readonly verdict: ReviewVerdict;
  readonly comment: string;
  readonly reviewer: string;
  readonly received_at: Instant;
}

/** Keeps one; the same review a second time changes nothing. */
export function insertReview({ sqlite }: WriteContext, row: ReviewRow): void {
  sqlite
    .prepare<ReviewRow>(
      `INSERT INTO review (id, job_id, revision, verdict, comment, reviewer, received_at)
       VALUES (@id, @job_id, @revision, @verdict, @comment, @reviewer, @received_at) ON CONFLICT (id) DO NOTHING`,
    )
    .run(row);
}

const COLUMNS = 'id, job_id, revision, verdict, comment, reviewer, received_at';

/** The latest word on a job. A relay that was set back may give a revision twice: then what came here last counts. */
export function latestReview(sqlite: Sqlite, job: JobId): ReviewRow | undefined {
  return sqlite
    .prepare<[JobId], ReviewRow>(
      `SELECT ${COLUMNS} FROM review WHERE job_id = ? ORDER BY revision DESC, arrival DESC LIMIT 1`,
    )
    .get(job);
}

/** Jobs that a supervisor once sent back, whatever was said of them later. */
export function jobsSentBack(sqlite: Sqlite): ReadonlySet<JobId> {
  return new Set(
    sqlite.prepare<[], JobId>("SELECT DISTINCT job_id FROM review WHERE verdict = 'rework'").pluck().all(),
  );
}

/** How far the relay's reviews have been read here. */
export interface ReviewPosition {
  readonly sequence: number;
  readonly id: ReviewId;
}

/** Null = from the beginning. */
export function readReviewPosition(sqlite: Sqlite): ReviewPosition | null {
  return (
    sqlite.prepare<[], ReviewPosition>('SELECT sequence, review_id AS id FROM review_position').get() ?? null
  );
}

/** Moves on, in the transaction that kept the reviews; null = to the beginning. */
export function writeReviewPosition({ sqlite }: WriteContext, position: ReviewPosition | null): void {
  if (position === null) {
    sqlite.prepare('DELETE FROM review_position').run();
    return;
  }
  sqlite
    .prepare<ReviewPosition>(
      `INSERT INTO review_position (id, sequence, review_id) VALUES (1, @sequence, @id)
       ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, review_id = excluded.review_id`,
    )
    .run(position);
}
