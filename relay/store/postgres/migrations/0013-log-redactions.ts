import type { Migration } from '../../migration.ts';

/** Entries of which words were removed on request are marked; their hash stays what it was. */
export const logRedactions: Migration = {
  version: 13,
  sql: `
    ALTER TABLE log_entries ADD COLUMN redacted integer NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1));
  `,
};
