import { countingSignatures, type OutgoingState } from '../../../../shared/domain/reviewing.ts';
import type { JobId } from '../../../../shared/ids.ts';
import type { FeedRun } from '../../../../shared/relay/access.ts';
import type { ReviewId, ReviewVerdict, ReworkReason } from '../../../../shared/relay/reviews.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/* The reviews that were written on this laptop, in queue.db, until the relay has accepted or refused them. */

/** A review that was written on this laptop. */
export interface OutgoingReviewRow {
  /** The order in which they were written. */
  readonly place: number;
  readonly id: ReviewId;
  readonly job_id: JobId;
  readonly verdict: ReviewVerdict;
  readonly reason: ReworkReason | null;
  readonly comment: string;
  /** JSON of a ReviewPin. */
  readonly pin: string;
  readonly worker: string;
  /** The revision that the reviewer had in view. */
  readonly based_on: number;
  /** The review with this revision; null = none, or none from a relay. */
  readonly based_on_review: ReviewId | null;
  /** This laptop's previous review without an answer; this one is based on its outcome. */
  readonly follows: ReviewId | null;
  readonly written_at: Instant;
  readonly state: OutgoingState;
  /** Assigned by the relay on arrival. */
  readonly revision: number | null;
  /** For a stale review: JSON of the GivenReview that came first. */
  readonly stale_current: string | null;
  /** For a refused review: JSON of a Problem. */
  readonly problem: string | null;
  readonly put_away_at: Instant | null;
  /** For an arrived review: the run of the relay's store that confirmed it, if no log entry was accepted since. */
  readonly confirmed_run: FeedRun | null;
  /** 1: an arrived review that the relay may have lost since; it is sent again. */
  readonly is_doubted: 0 | 1;
  /** Number of postponements of the resending. */
  readonly doubts: number;
}

/** The columns of a new review. */
export type NewOutgoingReview = Omit<
  OutgoingReviewRow,
  | 'place'
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
 * The next review to send, except `putOff`. Possibly lost ones come first, as newer ones are based on them; the others
 * follow in the order of writing.
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

/** The newest review of a job without an answer. */
export function lastWaitingReview(sqlite: Sqlite, job: JobId): OutgoingReviewRow | undefined {
  return sqlite
    .prepare<[JobId], OutgoingReviewRow>(
      "SELECT * FROM outgoing_review WHERE job_id = ? AND state = 'waiting' ORDER BY place DESC LIMIT 1",
    )
    .get(job);
}

/** A job's reviews that are in transit, stale or refused; oldest first. */
export function openReviewsOf(sqlite: Sqlite, job: JobId): readonly OutgoingReviewRow[] {
  return sqlite
    .prepare<[JobId], OutgoingReviewRow>(
      `SELECT * FROM outgoing_review WHERE job_id = ? AND ${OPEN} ORDER BY place`,
    )
    .all(job);
}

/** All reviews that are in transit, stale or refused; oldest first. */
export function openReviews(sqlite: Sqlite, limit: number): readonly OutgoingReviewRow[] {
  return sqlite
    .prepare<[number], OutgoingReviewRow>(
      `SELECT * FROM outgoing_review WHERE ${OPEN} ORDER BY place LIMIT ?`,
    )
    .all(limit);
}

/** Reviews of a job that were based on this one, directly or transitively, and are waiting or have arrived. */
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
  // A review is always written after the ones it is based on, so one pass is enough.
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

/** Stores the outcome of a review. */
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

/**
 * Marks a stale or refused review as arrived, because another backup of the relay contains it. The review is sent
 * again, so that the relay confirms it. The stored copy must carry a signature that counts, so the relay's word alone
 * is not enough. Returns whether there was such a review.
 */
export function reinstateReview(
  { sqlite }: WriteContext,
  { id, revision }: { readonly id: ReviewId; readonly revision: number },
): boolean {
  const { changes } = sqlite
    .prepare<[number, ReviewId, number, string]>(
      `UPDATE outgoing_review SET state = 'arrived', revision = ?, stale_current = NULL, problem = NULL,
         put_away_at = NULL, is_doubted = 1, doubts = 0
       WHERE id = ? AND state IN ('stale', 'refused') AND EXISTS (SELECT 1 FROM review
         WHERE review.id = outgoing_review.id AND revision = ?
           AND signature IN (SELECT value FROM json_each(?)))`,
    )
    .run(revision, id, revision, JSON.stringify(countingSignatures));
  return changes > 0;
}

/** Postpones a review that the relay refuses for now; after the last attempt it is not sent again. */
export function putReviewOff({ sqlite }: WriteContext, id: ReviewId, isLast: boolean): void {
  sqlite
    .prepare<[0 | 1, ReviewId]>('UPDATE outgoing_review SET is_doubted = ?, doubts = doubts + 1 WHERE id = ?')
    .run(isLast ? 0 : 1, id);
}

/** Marks all arrived reviews for resending: the relay was set back, or its position in the log is unknown. */
export function doubtReviews({ sqlite }: Pick<WriteContext, 'sqlite'>): void {
  sqlite
    .prepare(
      `UPDATE outgoing_review SET is_doubted = 1, doubts = 0, confirmed_run = NULL WHERE state = 'arrived'`,
    )
    .run();
}

const OF_ANOTHER_RUN = 'confirmed_run IS NOT NULL AND confirmed_run <> ?';

/** Whether a review was confirmed by an earlier run of the relay's store, and by no log entry since. */
export function hasDoubtfulReview(sqlite: Sqlite, run: FeedRun): boolean {
  return (
    sqlite
      .prepare<[FeedRun], number>(`SELECT EXISTS (SELECT 1 FROM outgoing_review WHERE ${OF_ANOTHER_RUN})`)
      .pluck()
      .get(run) === 1
  );
}

/** Marks reviews of earlier runs for resending: the relay's store was restarted and may have been set back. */
export function doubtReviewsOfOtherRuns({ sqlite }: WriteContext, run: FeedRun): void {
  sqlite
    .prepare<[FeedRun]>(
      `UPDATE outgoing_review SET is_doubted = 1, doubts = 0, confirmed_run = NULL WHERE ${OF_ANOTHER_RUN}`,
    )
    .run(run);
}

/** The relay has accepted a later log entry, so it keeps these reviews as long as it keeps that entry. */
export function vouchForReviews({ sqlite }: WriteContext): void {
  sqlite.prepare('UPDATE outgoing_review SET confirmed_run = NULL WHERE confirmed_run IS NOT NULL').run();
}

/** Records that a person acknowledged the stale or refused review. */
export function putReviewAway({ sqlite }: WriteContext, id: ReviewId, at: Instant): void {
  sqlite
    .prepare<[Instant, ReviewId]>(
      "UPDATE outgoing_review SET put_away_at = ? WHERE id = ? AND state IN ('stale', 'refused')",
    )
    .run(at, id);
}
