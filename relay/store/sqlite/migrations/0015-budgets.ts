import type { Migration } from '../../migration.ts';

/**
 * Read permissions, and how much each token has brought today.
 *
 * `log_jobs`: whose log tells of a job, and from which entry on. `log_digests`: which files a token's entries name, of which job;
 * `shared` where a mounting note does, which every laptop of the customer may read. Both answer by their key what would otherwise be a
 * search through the texts of a log. `token_days`: days are counted from the epoch, in UTC.
 */
export const budgets: Migration = {
  version: 15,
  sql: `
    ALTER TABLE tokens ADD COLUMN environments TEXT;

    CREATE TABLE log_jobs (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      first_sequence INTEGER NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, token_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO log_jobs
      SELECT environment, customer_id, job_id, token_id, min(sequence) FROM log_entries WHERE job_id IS NOT NULL GROUP BY 1, 2, 3, 4;

    CREATE TABLE log_digests (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      job_id TEXT NOT NULL,
      shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
      PRIMARY KEY (environment, customer_id, sha256, token_id, job_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE token_days (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      day INTEGER NOT NULL,
      entries INTEGER NOT NULL DEFAULT 0,
      bytes INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (token_id, day)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX log_entries_shared ON log_entries (environment, customer_id, sequence)
      WHERE type IN ('box-mounted', 'box-leaves');

    ALTER TABLE attachments ADD COLUMN touched_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE attachments ADD COLUMN removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1));
    CREATE INDEX attachments_unfinished ON attachments (token_id) WHERE complete = 0;
    CREATE INDEX attachments_removed ON attachments (environment) WHERE removed = 1;
  `,
};
