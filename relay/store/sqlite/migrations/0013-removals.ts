import type { Migration } from '../../migration.ts';

/** The removals on request: for laptops to read, and so that removed data is not taken again. */
export const removals: Migration = {
  version: 13,
  sql: `
    CREATE TABLE removals (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      received_at INTEGER NOT NULL,
      things TEXT NOT NULL
    ) STRICT;
    CREATE INDEX removals_of_customer ON removals (environment, customer_id, sequence);

    CREATE TABLE removed (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      what TEXT NOT NULL CHECK (what IN ('job', 'review', 'photo')),
      name TEXT NOT NULL,
      PRIMARY KEY (environment, customer_id, what, name)
    ) STRICT, WITHOUT ROWID;
  `,
};
