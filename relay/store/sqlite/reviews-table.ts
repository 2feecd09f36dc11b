import type Database from 'better-sqlite3';
import { z } from 'zod';
import { reviewId, type Review, type ReviewId } from '../../../shared/relay/reviews.ts';
import {
  costOfReview,
  bytesOfReview,
  REVIEW_COLUMNS,
  missedRow,
  reviewRow,
  revisionRow,
  isReviewFor,
  isBasedOnLatest,
  withoutWords,
  passedReviewRow,
} from '../log-rows.ts';
import { pageWithin, parsedRows, type PageRead } from '../budgets.ts';
import type { ReviewKeeping, ReviewQuery, ReviewToKeep, DeletedReviews, ReviewMark } from '../logs-store.ts';
import type { FeedKey } from '../results-store.ts';
import { removalsTable } from './removals-table.ts';
import { takingOfDay } from './tokens-table.ts';
import type { Instant } from '../../../shared/time.ts';
import { scanEnd } from './logs-table.ts';

/** Reviews in SQLite, and how far each token has read them. */
export function reviewsTable(db: Database.Database) {
  const removals = removalsTable(db);
  const takeOfDay = takingOfDay(db);
  const byId = db.prepare(`SELECT ${REVIEW_COLUMNS} FROM reviews WHERE id = ?`);
  const latest = db.prepare(
    `SELECT ${REVIEW_COLUMNS} FROM reviews
     WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId
     ORDER BY revision DESC LIMIT 1`,
  );
  const insert = db.prepare(
    `INSERT INTO reviews (id, environment, customer_id, job_id, revision, verdict, comment, reviewer, received_at, token_id,
       reason, pin, worker, based_on, signed_key, signature)
     VALUES (@id, @environment, @customerId, @jobId, @revision, @verdict, @comment, @reviewer, @receivedAt, @tokenId,
       @reason, @pin, @worker, @basedOn, @signedKey, @signature)
     RETURNING ${REVIEW_COLUMNS}`,
  );
  const page = db.prepare(
    `SELECT ${REVIEW_COLUMNS} FROM reviews
     WHERE environment = @environment AND customer_id = @customerId AND sequence > @after
       AND (@scannedTo IS NULL OR sequence <= @scannedTo) AND (@jobId IS NULL OR job_id = @jobId)
       AND (@ofToken IS NULL OR ${isReviewFor('@ofToken', 'reviews')})
     ORDER BY sequence`,
  );
  const scanEndOfReviews = scanEnd(db, 'reviews WHERE true');
  const newest = db
    .prepare('SELECT max(sequence) FROM reviews WHERE environment = ? AND customer_id = ? AND sequence > ?')
    .pluck();
  const at = db
    .prepare('SELECT id FROM reviews WHERE sequence = ? AND environment = ? AND customer_id = ?')
    .pluck();

  const missed = db.prepare(
    `SELECT reviews FROM missed_reviews
     WHERE token_id = @tokenId AND environment = @environment AND customer_id = @customerId`,
  );

  const droppedRevision = db.prepare(
    'SELECT revision FROM review_revisions WHERE environment = @environment AND customer_id = @customerId AND job_id = @jobId',
  );

  const lastOldReview = db
    .prepare(
      `SELECT min(coalesce((SELECT sequence - 1 FROM reviews WHERE received_at >= @before ORDER BY sequence LIMIT 1),
         (SELECT max(sequence) FROM reviews), 0), coalesce((SELECT max(sequence) FROM
         (SELECT sequence FROM reviews ORDER BY sequence LIMIT @limit)), 0))`,
    )
    .pluck();
  const note = db.prepare(
    `INSERT INTO review_reads (token_id, environment, customer_id, sequence)
     SELECT @tokenId, environment, customer_id, sequence FROM reviews
       WHERE id = @review AND environment = @environment AND customer_id = @customerId
     ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence)`,
  );
  // A reader of results learns of reviews by the same poll, so it counts as a reader of reviews even if it never
  // reported one.
  const unread = db.prepare(
    `WITH readers AS (
       SELECT token_id, environment, customer_id FROM reads
       UNION SELECT token_id, environment, customer_id FROM review_reads
     )
     SELECT readers.token_id, readers.environment, readers.customer_id, count(*) AS reviews
     FROM readers
     JOIN tokens ON tokens.id = readers.token_id AND revoked_at IS NULL
     LEFT JOIN review_reads AS mark USING (token_id, environment, customer_id)
     JOIN reviews ON reviews.environment = readers.environment AND reviews.customer_id = readers.customer_id
       AND reviews.sequence > coalesce(mark.sequence, 0) AND reviews.sequence <= ?
     WHERE tokens.role <> 'installer' OR ${isReviewFor('readers.token_id', 'reviews')}
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  const remember = db.prepare(
    `INSERT INTO review_revisions (environment, customer_id, job_id, revision)
     SELECT environment, customer_id, job_id, max(revision) FROM reviews WHERE sequence <= ? GROUP BY 1, 2, 3
     ON CONFLICT DO UPDATE SET revision = max(revision, excluded.revision)`,
  );
  const addMissed = db.prepare(
    `INSERT INTO missed_reviews (token_id, environment, customer_id, reviews)
     VALUES (@tokenId, @environment, @customerId, @reviews)
     ON CONFLICT DO UPDATE SET reviews = reviews + excluded.reviews`,
  );
  const dropReviews = db.prepare('DELETE FROM reviews WHERE sequence <= ?');

  const keepNow = (review: ReviewToKeep): ReviewKeeping => {
    const { environment, customerId, jobId } = review;
    const before = reviewRow.nullable().parse(byId.get(review.id) ?? null);
    const current = reviewRow.nullable().parse(latest.get({ environment, customerId, jobId }) ?? null);
    if (before !== null) {
      const same =
        before.jobId === jobId && before.customerId === customerId && before.environment === environment;
      return same ? { kind: 'kept', review: before } : { kind: 'stale', current };
    }
    const past = revisionRow
      .nullable()
      .parse(droppedRevision.get({ environment, customerId, jobId }) ?? null);
    const dropped = past?.revision ?? 0;
    if (!isBasedOnLatest(current, dropped, review)) return { kind: 'stale', current };
    if (!takeOfDay(review, costOfReview(review))) return { kind: 'over-quota' };
    const revision = (current?.revision ?? dropped) + 1;
    const gone = removals.isRemoved(review, 'job', jobId) || removals.isRemoved(review, 'review', review.id);
    const said = gone ? withoutWords(review) : review;
    return {
      kind: 'kept',
      review: reviewRow.parse(
        insert.get({
          ...said,
          pin: JSON.stringify(review.pin),
          revision,
          signedKey: said.signed?.key ?? null,
          signature: said.signed?.signature ?? null,
        }),
      ),
    };
  };

  return {
    keep: (review: ReviewToKeep): ReviewKeeping => db.transaction(() => keepNow(review)).immediate(),
    read: (query: ReviewQuery): PageRead<Review> => {
      const { environment, customerId, after, ofToken } = query;
      // Read first, so that the reader's cursor passes reviews that are not for it, but none that commit during the
      // query.
      const last = ofToken === null ? null : newest.get(environment, customerId, after);
      const scannedTo = scanEndOfReviews(query) ?? z.number().nullable().parse(last);
      const rows = parsedRows(page.iterate({ ...query, scannedTo }), reviewRow);
      return pageWithin(rows, query, bytesOfReview, scannedTo);
    },
    at: ({ environment, customerId }: FeedKey, sequence: number): ReviewId | null =>
      reviewId.nullable().parse(at.get(sequence, environment, customerId) ?? null),
    missed: (tokenId: number, { environment, customerId }: FeedKey): number =>
      missedRow.nullable().parse(missed.get({ tokenId, environment, customerId }) ?? null)?.reviews ?? 0,
    noteReads: (marks: readonly ReviewMark[]): void =>
      db
        .transaction(() => {
          for (const mark of marks) note.run(mark);
        })
        .immediate(),
    /** Drops old reviews and finds the readers that had not read them. */
    deleteBefore: (before: Instant, limit: number): DeletedReviews =>
      db
        .transaction((): DeletedReviews => {
          const last = z.number().parse(lastOldReview.get({ before, limit }));
          const passed = unread.all(last).map((row) => passedReviewRow.parse(row));
          for (const reader of passed) addMissed.run(reader);
          remember.run(last);
          const dropped = dropReviews.run(last).changes;
          return { dropped, passed, more: dropped === limit };
        })
        .immediate(),
  };
}
