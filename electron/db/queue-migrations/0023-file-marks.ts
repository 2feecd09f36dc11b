import type { Migration } from '../migrate.ts';

/**
 * By which inode and time of birth the file system knows queue.db. A copy, or a file that came back from a backup, has others
 * (docs/decisions/0028-a-folder-that-came-back.md).
 */
export const fileMarks: Migration = {
  version: 23,
  sql: `
ALTER TABLE identity ADD COLUMN inode TEXT;
ALTER TABLE identity ADD COLUMN born_at TEXT;
`,
};
