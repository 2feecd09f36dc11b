import type { Migration } from '../../migration.ts';

/** Version 7 of the SQLite store: a webhook may be set aside because it says that it is of the other environment. */
export const foreignEnvironments: Migration = {
  version: 7,
  sql: `
    ALTER TABLE quarantine DROP CONSTRAINT quarantine_reason_check;
    ALTER TABLE quarantine ADD CONSTRAINT quarantine_reason_check
      CHECK (reason IN ('payload', 'content-type', 'unknown-event', 'foreign-environment'));
  `,
};
