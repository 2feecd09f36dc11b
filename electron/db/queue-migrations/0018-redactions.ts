import type { Migration } from '../migrate.ts';

/** Entries of which words were removed on request are marked; their hash stays what it was. */
export const redactions: Migration = {
  version: 18,
  sql: `
ALTER TABLE log_entry ADD COLUMN redacted INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1));
`,
};
