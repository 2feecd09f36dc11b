import type { Migration } from '../../migration.ts';

/**
 * Version 4 of the SQLite store: installation logs and reviews. The one row of `log_sequences` is locked until the commit, so
 * sequences become visible in order and a chain grows at one end only, whatever number of replicas write.
 */
export const logsAndReviews: Migration = {
  version: 3,
  sql: `
    CREATE TABLE log_sequences (
      id integer PRIMARY KEY CHECK (id = 1),
      entries bigint NOT NULL,
      reviews bigint NOT NULL
    );
    INSERT INTO log_sequences VALUES (1, 0, 0);

    CREATE TABLE log_chains (
      chain text PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      head bigint NOT NULL,
      head_hash text NOT NULL
    );

    CREATE TABLE log_entries (
      sequence bigint PRIMARY KEY,
      chain text NOT NULL REFERENCES log_chains (chain),
      number bigint NOT NULL,
      environment text NOT NULL,
      customer_id integer NOT NULL,
      id text NOT NULL,
      at bigint NOT NULL,
      clock_offset_ms bigint,
      worker text NOT NULL,
      job_id text,
      type text NOT NULL,
      data text NOT NULL,
      previous_hash text NOT NULL,
      hash text NOT NULL,
      received_at bigint NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      UNIQUE (chain, number)
    );
    CREATE INDEX log_entries_of_customer ON log_entries (environment, customer_id, sequence);
    CREATE INDEX log_entries_of_job ON log_entries (job_id, sequence) WHERE job_id IS NOT NULL;

    CREATE TABLE reviews (
      sequence bigint PRIMARY KEY,
      id text NOT NULL UNIQUE,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      revision integer NOT NULL,
      verdict text NOT NULL CHECK (verdict IN ('approved', 'rework')),
      comment text NOT NULL,
      reviewer text NOT NULL,
      received_at bigint NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      UNIQUE (environment, customer_id, job_id, revision)
    );
    CREATE INDEX reviews_of_customer ON reviews (environment, customer_id, sequence);
  `,
};
