import type { OutgoingState } from '../../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { ReviewId, ReviewVerdict, ReworkReason } from '../../../../shared/relay/reviews.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A review that was written on this laptop. */
export interface OutgoingReviewRow {
  readonly id: ReviewId;
  readonly job_id: JobId;
  readonly verdict: ReviewVerdict;
  readonly reason: ReworkReason | null;
  readonly comment: string;
  /** JSON of a ReviewPin. */
  readonly pin: string;
  readonly worker: string;
  /** The revision that was in view. */
  readonly based_on: number;
  /** The one before of this laptop that had no answer yet: it is based on what becomes of that. */
  readonly follows: ReviewId | null;
  readonly written_at: Instant;
  readonly state: OutgoingState;
  /** Given by the relay, once arrived. */
  readonly revision: number | null;
  /** JSON of the SaidReview that was first; of a stale one. */
  readonly stale_current: string | null;
  /** JSON of a Problem; of a refused one. */
  readonly problem: string | null;
  readonly put_away_at: Instant | null;
}

/** A review as it is written. */
export type NewOutgoingReview = Omit<
  OutgoingReviewRow,
  'state' | 'revision' | 'stale_current' | 'problem' | 'put_away_at'
>;

export function insertOutgoingReview({ sqlite }: WriteContext, row: NewOutgoingReview): void {
  sqlite
    .prepare<NewOutgoingReview>(
      `INSERT INTO outgoing_review (id, job_id, verdict, reason, comment, pin, worker, based_on, follows, written_at, state)
       VALUES (@id, @job_id, @verdict, @reason, @comment, @pin, @worker, @based_on, @follows, @written_at, 'waiting')`,
    )
    .run(row);
}

export function readOutgoingReview(sqlite: Sqlite, id: ReviewId): OutgoingReviewRow | undefined {
  return sqlite.prepare<[ReviewId], OutgoingReviewRow>('SELECT * FROM outgoing_review WHERE id = ?').get(id);
}

const OPEN = "state IN ('waiting', 'stale', 'refused') AND put_away_at IS NULL";

/** The next one to bring, in the order they were written. */
export function nextOutgoingReview(sqlite: Sqlite): OutgoingReviewRow | undefined {
  return sqlite
    .prepare<[], OutgoingReviewRow>(
      `SELECT * FROM outgoing_review WHERE state = 'waiting' AND ${OPEN} ORDER BY place LIMIT 1`,
    )
    .get();
}

/** The newest of a job that has no answer yet. */
export function lastWaitingReview(sqlite: Sqlite, job: JobId): OutgoingReviewRow | undefined {
  return sqlite
    .prepare<[JobId], OutgoingReviewRow>(
      "SELECT * FROM outgoing_review WHERE job_id = ? AND state = 'waiting' ORDER BY place DESC LIMIT 1",
    )
    .get(job);
}

/** Those of a job that are on their way or came to nothing, the oldest first. */
export function openReviewsOf(sqlite: Sqlite, job: JobId): readonly OutgoingReviewRow[] {
  return sqlite
    .prepare<[JobId], OutgoingReviewRow>(
      `SELECT * FROM outgoing_review WHERE job_id = ? AND ${OPEN} ORDER BY place`,
    )
    .all(job);
}

/** All that are on their way or came to nothing, the oldest first. */
export function openReviews(sqlite: Sqlite, limit: number): readonly OutgoingReviewRow[] {
  return sqlite
    .prepare<[number], OutgoingReviewRow>(
      `SELECT * FROM outgoing_review WHERE ${OPEN} ORDER BY place LIMIT ?`,
    )
    .all(limit);
}

/** Those that wait for the answer to this one. */
export function followersOf(sqlite: Sqlite, id: ReviewId): readonly OutgoingReviewRow[] {
  return sqlite
    .prepare<[ReviewId], OutgoingReviewRow>(
      "SELECT * FROM outgoing_review WHERE follows = ? AND state = 'waiting' ORDER BY place",
    )
    .all(id);
}

/** The outcome. */
export function settleOutgoingReview(
  { sqlite }: WriteContext,
  row: Pick<OutgoingReviewRow, 'id' | 'state' | 'revision' | 'stale_current' | 'problem'>,
): void {
  sqlite
    .prepare<Pick<OutgoingReviewRow, 'id' | 'state' | 'revision' | 'stale_current' | 'problem'>>(
      `UPDATE outgoing_review
       SET state = @state, revision = @revision, stale_current = @stale_current, problem = @problem WHERE id = @id`,
    )
    .run({
      id: row.id,
      state: row.state,
      revision: row.revision,
      stale_current: row.stale_current,
      problem: row.problem,
    });
}

/** A person has seen that it came to nothing. */
export function putReviewAway({ sqlite }: WriteContext, id: ReviewId, at: Instant): void {
  sqlite
    .prepare<[Instant, ReviewId]>(
      "UPDATE outgoing_review SET put_away_at = ? WHERE id = ? AND state IN ('stale', 'refused')",
    )
    .run(at, id);
}
