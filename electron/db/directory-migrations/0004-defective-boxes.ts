import type { Migration } from '../migrate.ts';

/** Boxes that other laptops took out as defective, and how far the relay's log was read for each type of entry. */
export const defectiveBoxes: Migration = {
  version: 4,
  sql: `
CREATE TABLE defective_box (
  serial_key TEXT NOT NULL,
  job_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (serial_key, job_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE log_feed (
  type TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  entry_id TEXT,
  read_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO log_feed (type, sequence, entry_id, read_at)
SELECT 'box-mounted', sequence, entry_id, read_at FROM mounting_feed;
DROP TABLE mounting_feed;
`,
};
