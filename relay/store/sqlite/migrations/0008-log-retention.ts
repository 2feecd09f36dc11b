import type { Migration } from '../../migration.ts';

/**
 * Columns for dropping old logs and reviews: how far each token has read the reviews of a customer; the last revision of a job whose
 * reviews are gone, so that the next one counts on and laptops that have the old ones take it; and an index by age for files.
 */
export const logRetention: Migration = {
  version: 8,
  sql: `
    CREATE TABLE review_reads (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE review_revisions (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX attachments_by_age ON attachments (begun_at);
  `,
};
