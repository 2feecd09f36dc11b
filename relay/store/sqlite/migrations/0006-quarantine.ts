import type { Migration } from '../../migration.ts';

/** Webhooks that came with the right secret and are no results, for a person to look at. */
export const quarantine: Migration = {
  version: 6,
  sql: `
    CREATE TABLE quarantine (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      event TEXT NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('payload', 'content-type', 'unknown-event')),
      body BLOB NOT NULL,
      received_at INTEGER NOT NULL
    ) STRICT;
  `,
};
