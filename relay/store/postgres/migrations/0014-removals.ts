import type { Migration } from '../../migration.ts';

/** The removals on request: for laptops to read, and so that removed data is not taken again. */
export const removals: Migration = {
  version: 14,
  sql: `
    CREATE TABLE removals (
      sequence bigint PRIMARY KEY,
      id text NOT NULL UNIQUE,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      received_at bigint NOT NULL,
      things text NOT NULL
    );
    CREATE INDEX removals_of_customer ON removals (environment, customer_id, sequence);

    CREATE TABLE removed (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      what text NOT NULL CHECK (what IN ('job', 'review', 'photo')),
      name text NOT NULL,
      PRIMARY KEY (environment, customer_id, what, name)
    );
  `,
};
