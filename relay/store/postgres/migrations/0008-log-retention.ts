import type { Migration } from '../../migration.ts';

/** Version 8 of the SQLite store: what dropping old logs, reviews and files needs. */
export const logRetention: Migration = {
  version: 8,
  sql: `
    CREATE TABLE review_reads (
      token_id integer NOT NULL REFERENCES tokens (id),
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    );

    CREATE TABLE review_revisions (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      revision integer NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id)
    );

    CREATE INDEX attachments_by_age ON attachments (begun_at);
  `,
};
