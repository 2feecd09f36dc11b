import type { Migration } from '../migrate.ts';

/** Words were removed, and what the files still hold of them is to be overwritten, also after a crash. */
export const removals: Migration = {
  version: 19,
  sql: `
CREATE TABLE removal (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;
`,
};
