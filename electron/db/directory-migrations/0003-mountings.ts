import type { Migration } from '../migrate.ts';

/** The mountings of other laptops, as the relay's log has them, and how far that was read. */
export const mountings: Migration = {
  version: 3,
  sql: `
CREATE TABLE mounting (
  job_id TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  worker TEXT NOT NULL,
  about TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mounting_of_model ON mounting (about, at);
CREATE INDEX mounting_by_time ON mounting (at);

CREATE TABLE mounting_feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sequence INTEGER NOT NULL,
  entry_id TEXT,
  read_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mounting_photo (
  sha256 TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
