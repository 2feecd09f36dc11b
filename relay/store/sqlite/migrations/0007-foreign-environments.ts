import type { Migration } from '../../migration.ts';

/** A webhook may be set aside because it says that it is of the other environment. */
export const foreignEnvironments: Migration = {
  version: 7,
  sql: `
    CREATE TABLE quarantine_with_reasons (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      event TEXT NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('payload', 'content-type', 'unknown-event', 'foreign-environment')),
      body BLOB NOT NULL,
      received_at INTEGER NOT NULL
    ) STRICT;
    INSERT INTO quarantine_with_reasons SELECT id, environment, event, reason, body, received_at FROM quarantine;
    DROP TABLE quarantine;
    ALTER TABLE quarantine_with_reasons RENAME TO quarantine;
  `,
};
