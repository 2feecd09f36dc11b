import { countingSignatures, type ReworkAnswer } from '../../../../shared/domain/reviewing.ts';
import type { ReviewSignatureState } from '../../../../shared/domain/trust.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { FeedRun } from '../../../../shared/relay/access.ts';
import type { ReviewId, ReviewVerdict, ReworkReason } from '../../../../shared/relay/reviews.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { isGiven } from './hand-overs.ts';

/* The reviews of all laptops in queue.db, and the rework that they ask for. */

/** A supervisor's review of a job. */
export interface ReviewRow {
  /** The order in which reviews came to this laptop. */
  readonly arrival: number;
  readonly id: ReviewId;
  readonly job_id: JobId;
  /** `here`: written on this laptop, which has no relay. */
  readonly origin: 'relay' | 'here';
  readonly revision: number;
  readonly verdict: ReviewVerdict;
  readonly reason: ReworkReason | null;
  readonly comment: string;
  /** JSON of a ReviewPin. */
  readonly pin: string;
  readonly reviewer: string;
  readonly worker: string;
  /** Receipt time by the relay's clock. */
  readonly received_at: Instant;
  readonly signature: ReviewSignatureState;
  /**
   * 1: superseded by a relay that was set back and gave this revision, or an earlier one it builds on, to another
   * review. It never counts.
   */
  readonly is_replaced: 0 | 1;
}

/** A review as received. */
type NewReviewRow = Omit<ReviewRow, 'arrival' | 'is_replaced'>;

/** Stores a review; idempotent. Returns whether it was new. */
export function insertReview({ sqlite }: WriteContext, row: NewReviewRow): boolean {
  const { changes } = sqlite
    .prepare<NewReviewRow>(
      `INSERT INTO review (id, job_id, origin, revision, verdict, reason, comment, pin, reviewer, worker, received_at, signature)
       VALUES (@id, @job_id, @origin, @revision, @verdict, @reason, @comment, @pin, @reviewer, @worker, @received_at, @signature)
       ON CONFLICT (id) DO NOTHING`,
    )
    .run(row);
  return changes > 0;
}

/**
 * Marks as replaced all other reviews with this revision or a higher one: they come from a relay store that was set
 * back.
 */
export function replaceReviewsBy(
  { sqlite }: WriteContext,
  { id, job_id, revision }: Pick<ReviewRow, 'id' | 'job_id' | 'revision'>,
): void {
  const others = `job_id = @job_id AND origin = 'relay' AND id <> @id AND is_replaced = 0`;
  sqlite
    .prepare<Pick<ReviewRow, 'id' | 'job_id' | 'revision'>>(
      `UPDATE review SET is_replaced = 1 WHERE ${others} AND revision >= @revision
         AND EXISTS (SELECT 1 FROM review WHERE ${others} AND revision = @revision)`,
    )
    .run({ id, job_id, revision });
}

/**
 * Clears the mark, because the relay has the review again; readers by arrival see it once more. Returns whether it was
 * replaced.
 */
export function putReviewBack({ sqlite }: WriteContext, id: ReviewId): boolean {
  const { changes } = sqlite
    .prepare<[ReviewId]>(
      `UPDATE review SET is_replaced = 0, arrival = (SELECT max(arrival) + 1 FROM review)
       WHERE id = ? AND is_replaced = 1`,
    )
    .run(id);
  return changes > 0;
}

/** The order of `isGivenLater` (shared/domain/reviewing.ts), newest first. It does not depend on the arrival. */
const NEWEST_FIRST = `(origin = 'relay') DESC, revision DESC, received_at DESC, id DESC`;

/** `reviewCounts` of shared/domain/reviewing.ts. */
const COUNTS = `is_replaced = 0 AND signature IN (${countingSignatures.map((one) => `'${one}'`).join(', ')})`;

/** SQL for a column of the latest counting review of the outer query's job. */
export const ofLatestReview = (column: 'id' | 'verdict', job: string): string =>
  `(SELECT ${column} FROM review WHERE review.job_id = ${job} AND ${COUNTS} ORDER BY ${NEWEST_FIRST} LIMIT 1)`;

/** All valid reviews of a job, newest first. */
export function reviewsOf(sqlite: Sqlite, job: JobId): readonly ReviewRow[] {
  return sqlite
    .prepare<[JobId], ReviewRow>(
      `SELECT * FROM review WHERE job_id = ? AND is_replaced = 0 ORDER BY ${NEWEST_FIRST}`,
    )
    .all(job);
}

/** The latest review of a job that counts. */
export function latestCounting(sqlite: Sqlite, job: JobId): ReviewRow | undefined {
  return sqlite
    .prepare<[JobId], ReviewRow>(
      `SELECT * FROM review WHERE job_id = ? AND ${COUNTS} ORDER BY ${NEWEST_FIRST} LIMIT 1`,
    )
    .get(job);
}

/** The latest review of a job, counting or not: the next one is based on its revision. */
export function latestReview(sqlite: Sqlite, job: JobId): ReviewRow | undefined {
  return sqlite
    .prepare<[JobId], ReviewRow>(
      `SELECT * FROM review WHERE job_id = ? AND is_replaced = 0 ORDER BY ${NEWEST_FIRST} LIMIT 1`,
    )
    .get(job);
}

/** Jobs with reviews after an arrival number, and the newest arrival number. */
export function reviewedSince(
  sqlite: Sqlite,
  arrival: number,
  limit: number,
): readonly { readonly arrival: number; readonly job_id: JobId }[] {
  return sqlite
    .prepare<[number, number], { readonly arrival: number; readonly job_id: JobId }>(
      'SELECT arrival, job_id FROM review WHERE arrival > ? ORDER BY arrival LIMIT ?',
    )
    .all(arrival, limit);
}

/** Jobs that a counting review ever sent back, whatever later reviews say. */
export function jobsSentBack(sqlite: Sqlite): ReadonlySet<JobId> {
  return new Set(
    sqlite
      .prepare<[], JobId>(`SELECT DISTINCT job_id FROM review WHERE verdict = 'rework' AND ${COUNTS}`)
      .pluck()
      .all(),
  );
}

/** The read position in the relay's reviews. */
interface ReviewPosition {
  readonly sequence: number;
  readonly id: ReviewId;
  /** The run of the relay's store that had the review there; null = not reported. */
  readonly run: FeedRun | null;
}

/** Null = from the beginning. */
export function readReviewPosition(sqlite: Sqlite): ReviewPosition | null {
  return (
    sqlite.prepare<[], ReviewPosition>('SELECT sequence, review_id AS id, run FROM review_position').get() ??
    null
  );
}

/** Advances the position, in the transaction that stored the reviews; null = to the beginning. */
export function writeReviewPosition({ sqlite }: WriteContext, position: ReviewPosition | null): void {
  if (position === null) {
    sqlite.prepare('DELETE FROM review_position').run();
    return;
  }
  sqlite
    .prepare<ReviewPosition>(
      `INSERT INTO review_position (id, sequence, review_id, run) VALUES (1, @sequence, @id, @run)
       ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, review_id = excluded.review_id, run = excluded.run`,
    )
    .run(position);
}

/** The state of this laptop's work for a rework request. */
export function reworkAnswer(sqlite: Sqlite, review: ReviewId): ReworkAnswer {
  const row = sqlite
    .prepare<[ReviewId], { done_at: Instant | null }>('SELECT done_at FROM rework WHERE review_id = ?')
    .get(review);
  if (row === undefined) return 'none';
  return row.done_at === null ? 'begun' : 'done';
}

/** Records the start of rework. Idempotent. */
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

/** Records that the rework was sent back to the supervisor. */
export function endReworkOf({ sqlite }: WriteContext, review: ReviewId, at: Instant): void {
  sqlite.prepare<[Instant, ReviewId]>('UPDATE rework SET done_at = ? WHERE review_id = ?').run(at, review);
}

/** A request for rework of a job of this laptop that was not started. */
interface UnbegunRework {
  /** Grows with each received review. */
  readonly arrival: number;
  readonly job_id: JobId;
  /** The job's own data, JSON. */
  readonly data: string;
}

/** Requests after an arrival number that are still the latest review of their job, oldest first. */
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

/** The newest arrival number; 0 = no reviews. */
export function newestArrival(sqlite: Sqlite): number {
  return sqlite.prepare<[], number>('SELECT coalesce(max(arrival), 0) FROM review').pluck().get() ?? 0;
}

/** Number of reviews that the relay dropped before they were read here; null = not reported yet. */
export function readMissedReviews(sqlite: Sqlite): number | null {
  return sqlite.prepare<[], number>('SELECT reviews FROM missed_reviews').pluck().get() ?? null;
}

/** Stores the reported number. It falls when the relay was set back or the token changed. */
export function writeMissedReviews({ sqlite }: WriteContext, reviews: number): void {
  sqlite
    .prepare<[number]>(
      `INSERT INTO missed_reviews (id, reviews) VALUES (1, ?)
       ON CONFLICT (id) DO UPDATE SET reviews = excluded.reviews`,
    )
    .run(reviews);
}
