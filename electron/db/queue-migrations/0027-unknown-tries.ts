import type { Migration } from '../migrate.ts';

/** Requests that an older image or a damaged file does not know: a result may be that of one of them. */
export const unknownTries: Migration = {
  version: 27,
  sql: `
ALTER TABLE operation ADD COLUMN unknown_tries INTEGER NOT NULL DEFAULT 0;
`,
};
