import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import { passedReviewRow } from '../log-rows.ts';
import type { DeletedReviews, ReviewMark } from '../logs-store.ts';

/** Queries that drop old log entries and reviews and find the readers that had not read them. */
export function oldLogs(db: Database.Database) {
  // Drops up to the first row that is recent enough, so that the rest has no gaps even after a clock change.
  const dropEntries = db.prepare(
    `WITH next AS MATERIALIZED (SELECT sequence, received_at FROM log_entries ORDER BY sequence LIMIT @limit)
     DELETE FROM log_entries WHERE sequence <= coalesce(
       (SELECT min(sequence) - 1 FROM next WHERE received_at >= @before), (SELECT max(sequence) FROM next))`,
  );
  const lastOldReview = db
    .prepare(
      `SELECT coalesce((SELECT sequence - 1 FROM reviews WHERE received_at >= ? ORDER BY sequence LIMIT 1),
         (SELECT max(sequence) FROM reviews), 0)`,
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
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  const remember = db.prepare(
    `INSERT INTO review_revisions (environment, customer_id, job_id, revision)
     SELECT environment, customer_id, job_id, max(revision) FROM reviews WHERE sequence <= ? GROUP BY 1, 2, 3
     ON CONFLICT DO UPDATE SET revision = max(revision, excluded.revision)`,
  );
  const miss = db.prepare(
    `INSERT INTO missed_reviews (token_id, environment, customer_id, reviews)
     VALUES (@tokenId, @environment, @customerId, @reviews)
     ON CONFLICT DO UPDATE SET reviews = reviews + excluded.reviews`,
  );
  const dropReviews = db.prepare('DELETE FROM reviews WHERE sequence <= ?');

  return {
    noteReviewReads: (marks: readonly ReviewMark[]): void =>
      db
        .transaction(() => {
          for (const mark of marks) note.run(mark);
        })
        .immediate(),
    deleteLogBefore: (before: Instant, limit: number): number => dropEntries.run({ before, limit }).changes,
    deleteReviewsBefore: (before: Instant): DeletedReviews =>
      db
        .transaction((): DeletedReviews => {
          const last = z.number().parse(lastOldReview.get(before));
          const passed = unread.all(last).map((row) => passedReviewRow.parse(row));
          for (const reader of passed) miss.run(reader);
          remember.run(last);
          return { dropped: dropReviews.run(last).changes, passed };
        })
        .immediate(),
  };
}
