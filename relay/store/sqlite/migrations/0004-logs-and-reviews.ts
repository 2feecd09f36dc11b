import type { Migration } from '../../migration.ts';

/** Installation logs, a hash chain per laptop and profile, and reviews, a new row per revision. */
export const logsAndReviews: Migration = {
  version: 4,
  sql: `
    CREATE TABLE log_chains (
      chain TEXT PRIMARY KEY,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      head INTEGER NOT NULL,
      head_hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE log_entries (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chain TEXT NOT NULL REFERENCES log_chains (chain),
      number INTEGER NOT NULL,
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      clock_offset_ms INTEGER,
      worker TEXT NOT NULL,
      job_id TEXT,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      previous_hash TEXT NOT NULL,
      hash TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      UNIQUE (chain, number)
    ) STRICT;
    CREATE INDEX log_entries_of_customer ON log_entries (environment, customer_id, sequence);
    CREATE INDEX log_entries_of_job ON log_entries (job_id, sequence) WHERE job_id IS NOT NULL;

    CREATE TABLE reviews (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework')),
      comment TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      UNIQUE (environment, customer_id, job_id, revision)
    ) STRICT;
    CREATE INDEX reviews_of_customer ON reviews (environment, customer_id, sequence);
  `,
};
