import type { OutgoingState } from '../../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { FeedRun } from '../../../../shared/relay/feed-run.ts';
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
  /** The review that had this revision; null where there was none, or none of a relay. */
  readonly based_on_review: ReviewId | null;
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
  /** The run of the relay's store that confirmed it, with no entry of the log taken after it; of an arrived one. */
  readonly confirmed_run: FeedRun | null;
  /** 1: the relay may lack it since, so it is brought again; of an arrived one. */
  readonly is_doubted: 0 | 1;
  /** How often it was put off since. */
  readonly doubts: number;
}

/** A review as it is written. */
export type NewOutgoingReview = Omit<
  OutgoingReviewRow,
  | 'state'
  | 'revision'
  | 'stale_current'
  | 'problem'
  | 'put_away_at'
  | 'confirmed_run'
  | 'is_doubted'
  | 'doubts'
>;

export function insertOutgoingReview({ sqlite }: WriteContext, row: NewOutgoingReview): void {
  sqlite
    .prepare<NewOutgoingReview>(
      `INSERT INTO outgoing_review (id, job_id, verdict, reason, comment, pin, worker, based_on, based_on_review, follows, written_at, state)
       VALUES (@id, @job_id, @verdict, @reason, @comment, @pin, @worker, @based_on, @based_on_review, @follows, @written_at, 'waiting')`,
    )
    .run(row);
}

export function readOutgoingReview(sqlite: Sqlite, id: ReviewId): OutgoingReviewRow | undefined {
  return sqlite.prepare<[ReviewId], OutgoingReviewRow>('SELECT * FROM outgoing_review WHERE id = ?').get(id);
}

const OPEN = "state IN ('waiting', 'stale', 'refused') AND put_away_at IS NULL";

/**
 * The next one to bring, except `putOff`: those that the relay may lack since first, as newer ones are based on them, else in the order
 * they were written.
 */
export function nextOutgoingReview(
  sqlite: Sqlite,
  putOff: readonly ReviewId[],
): OutgoingReviewRow | undefined {
  return (
    sqlite
      .prepare<[string], OutgoingReviewRow>(
        `SELECT * FROM outgoing_review WHERE is_doubted = 1 AND id NOT IN (SELECT value FROM json_each(?))
         ORDER BY place LIMIT 1`,
      )
      .get(JSON.stringify(putOff)) ??
    sqlite
      .prepare<[], OutgoingReviewRow>(
        `SELECT * FROM outgoing_review WHERE state = 'waiting' AND ${OPEN} ORDER BY place LIMIT 1`,
      )
      .get()
  );
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

/** Those of a job that were written with this one in view, or with one of them, and wait or have arrived. */
export function followersOf(
  sqlite: Sqlite,
  { id, job_id: job }: Pick<OutgoingReviewRow, 'id' | 'job_id'>,
): readonly OutgoingReviewRow[] {
  const standing = sqlite
    .prepare<[JobId], OutgoingReviewRow>(
      `SELECT * FROM outgoing_review WHERE job_id = ? AND state IN ('waiting', 'arrived') ORDER BY place`,
    )
    .all(job);
  const fallen = new Set<ReviewId | null>([id]);
  const followers: OutgoingReviewRow[] = [];
  // One is written after those that it had in view.
  for (const row of standing) {
    if (!fallen.has(row.follows) && !fallen.has(row.based_on_review)) continue;
    fallen.add(row.id);
    followers.push(row);
  }
  return followers;
}

type Settled = Pick<
  OutgoingReviewRow,
  'id' | 'state' | 'revision' | 'stale_current' | 'problem' | 'confirmed_run'
>;

/** The outcome. */
export function settleOutgoingReview({ sqlite }: WriteContext, row: Settled): void {
  sqlite
    .prepare<Settled>(
      `UPDATE outgoing_review SET state = @state, revision = @revision, stale_current = @stale_current, problem = @problem,
         confirmed_run = @confirmed_run, is_doubted = 0, doubts = 0
       WHERE id = @id`,
    )
    .run({
      id: row.id,
      state: row.state,
      revision: row.revision,
      stale_current: row.stale_current,
      problem: row.problem,
      confirmed_run: row.confirmed_run,
    });
}

/** The relay does not take it now; after the last time it is not brought again. */
export function putReviewOff({ sqlite }: WriteContext, id: ReviewId, isLast: boolean): void {
  sqlite
    .prepare<[0 | 1, ReviewId]>('UPDATE outgoing_review SET is_doubted = ?, doubts = doubts + 1 WHERE id = ?')
    .run(isLast ? 0 : 1, id);
}

/** The relay was set back, or it is not known any more how far it had the log: each that arrived is brought again. */
export function doubtReviews({ sqlite }: Pick<WriteContext, 'sqlite'>): void {
  sqlite
    .prepare(
      `UPDATE outgoing_review SET is_doubted = 1, doubts = 0, confirmed_run = NULL WHERE state = 'arrived'`,
    )
    .run();
}

const OF_ANOTHER_RUN = 'confirmed_run IS NOT NULL AND confirmed_run <> ?';

/** Is there one that another run of the relay's store confirmed, with no entry of the log after it? */
export function hasDoubtfulReview(sqlite: Sqlite, run: FeedRun): boolean {
  return (
    sqlite
      .prepare<[FeedRun], number>(`SELECT EXISTS (SELECT 1 FROM outgoing_review WHERE ${OF_ANOTHER_RUN})`)
      .pluck()
      .get(run) === 1
  );
}

/** The relay's store was started again and may have been set back: these are brought again. */
export function doubtReviewsOfOtherRuns({ sqlite }: WriteContext, run: FeedRun): void {
  sqlite
    .prepare<[FeedRun]>(
      `UPDATE outgoing_review SET is_doubted = 1, doubts = 0, confirmed_run = NULL WHERE ${OF_ANOTHER_RUN}`,
    )
    .run(run);
}

/** The relay has taken an entry of the log after them: it has them as long as it has that entry. */
export function vouchForReviews({ sqlite }: WriteContext): void {
  sqlite.prepare('UPDATE outgoing_review SET confirmed_run = NULL WHERE confirmed_run IS NOT NULL').run();
}

/** A person has seen that it came to nothing. */
export function putReviewAway({ sqlite }: WriteContext, id: ReviewId, at: Instant): void {
  sqlite
    .prepare<[Instant, ReviewId]>(
      "UPDATE outgoing_review SET put_away_at = ? WHERE id = ? AND state IN ('stale', 'refused')",
    )
    .run(at, id);
}
