import type { Migration } from '../../migration.ts';

/**
 * Results and installer tokens.
 *
 * The key of a result is the spec's anchors (part 6): operation type, customer, assignment and
 * checksum. The outcome belongs to it: a failed and a later successful result of the same request are two facts.
 * AUTOINCREMENT: a sequence is never given twice, also not after old results were dropped.
 */
export const resultsAndTokens: Migration = {
  version: 1,
  sql: `
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch TEXT NOT NULL CHECK (length(epoch) = 16),
      floor INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO store (id, epoch) VALUES (1, lower(hex(randomblob(8))));

    CREATE TABLE results (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      kind TEXT NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
      customer_id INTEGER NOT NULL,
      subject TEXT NOT NULL,
      checksum TEXT NOT NULL,
      succeeded INTEGER NOT NULL CHECK (succeeded IN (0, 1)),
      body BLOB NOT NULL,
      first_received_at INTEGER NOT NULL,
      last_received_at INTEGER NOT NULL,
      deliveries INTEGER NOT NULL DEFAULT 1,
      UNIQUE (environment, kind, customer_id, subject, checksum, succeeded)
    ) STRICT;
    CREATE INDEX results_of_customer ON results (environment, customer_id, sequence);

    CREATE TABLE arrivals (
      environment TEXT PRIMARY KEY CHECK (environment IN ('uat', 'prod')),
      last_received_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE tokens (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('installer', 'supervisor', 'admin')),
      customers TEXT,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER
    ) STRICT;
  `,
};
