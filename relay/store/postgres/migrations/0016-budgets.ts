import type { Migration } from '../../migration.ts';

/** Version 15 of the SQLite store: who may read what, and how much each token has brought today. */
export const budgets: Migration = {
  version: 16,
  sql: `
    ALTER TABLE tokens ADD COLUMN environments text[];

    CREATE TABLE log_jobs (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      first_sequence bigint NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, token_id)
    );
    INSERT INTO log_jobs
      SELECT environment, customer_id, job_id, token_id, min(sequence) FROM log_entries WHERE job_id IS NOT NULL GROUP BY 1, 2, 3, 4;

    CREATE TABLE log_digests (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      job_id text NOT NULL,
      shared boolean NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256, token_id, job_id)
    );

    CREATE TABLE token_days (
      token_id integer NOT NULL REFERENCES tokens (id),
      day integer NOT NULL,
      entries bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (token_id, day)
    );

    CREATE INDEX log_entries_shared ON log_entries (environment, customer_id, sequence)
      WHERE type IN ('box-mounted', 'box-leaves');

    ALTER TABLE attachments ADD COLUMN touched_at bigint NOT NULL DEFAULT 0;
    ALTER TABLE attachments ADD COLUMN removed boolean NOT NULL DEFAULT false;
    CREATE INDEX attachments_unfinished ON attachments (token_id) WHERE NOT complete;
    CREATE INDEX attachments_removed ON attachments (environment) WHERE removed;
  `,
};
