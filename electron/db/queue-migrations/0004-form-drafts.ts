import type { Migration } from '../migrate.ts';

/** Half-typed forms outside a job, by what they are about; `draft` holds as JSON what differs from the form's beginning. */
export const formDrafts: Migration = {
  version: 4,
  sql: `
CREATE TABLE form_draft (
  form TEXT PRIMARY KEY,
  draft TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
