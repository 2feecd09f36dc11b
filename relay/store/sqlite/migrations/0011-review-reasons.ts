import type { Migration } from '../../migration.ts';

/**
 * Reviews say why, about what and by whom, and can take the word before back. SQLite cannot widen a check, so the table is made
 * recreated; the sequences go on where they were, also where the newest reviews were dropped by age.
 */
export const reviewReasons: Migration = {
  version: 11,
  sql: `
    CREATE TABLE reviews_with_reasons (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
      comment TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      reason TEXT,
      pin TEXT,
      worker TEXT NOT NULL DEFAULT '',
      UNIQUE (environment, customer_id, job_id, revision)
    ) STRICT;
    INSERT INTO reviews_with_reasons (sequence, id, environment, customer_id, job_id, revision, verdict, comment, reviewer,
        received_at, token_id)
      SELECT sequence, id, environment, customer_id, job_id, revision, verdict, comment, reviewer, received_at, token_id
      FROM reviews;
    DELETE FROM sqlite_sequence WHERE name = 'reviews_with_reasons';
    INSERT INTO sqlite_sequence (name, seq)
      SELECT 'reviews_with_reasons', seq FROM sqlite_sequence WHERE name = 'reviews';
    DROP TABLE reviews;
    ALTER TABLE reviews_with_reasons RENAME TO reviews;
    CREATE INDEX reviews_of_customer ON reviews (environment, customer_id, sequence);
  `,
};
