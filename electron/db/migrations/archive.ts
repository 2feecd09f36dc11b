import type { Migration } from '../open.ts';

/** log-archive.db: log entries that moved out of queue.db, with the same indexes as there. */
const start: Migration = {
  version: 1,
  sql: `
CREATE TABLE log_entry (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  clock_offset_ms INTEGER,
  worker TEXT NOT NULL,
  job_id TEXT,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  redacted INTEGER NOT NULL CHECK (redacted IN (0, 1))
) STRICT;
CREATE INDEX log_by_job ON log_entry (job_id, number) WHERE job_id IS NOT NULL;
CREATE INDEX log_by_mounting ON log_entry (json_extract(data, '$.about'), number) WHERE type = 'box-mounted';
CREATE INDEX log_by_operation ON log_entry (json_extract(data, '$.operation'))
  WHERE json_extract(data, '$.operation') IS NOT NULL;
CREATE INDEX log_by_removal ON log_entry (number) WHERE type = 'copies-removed';

-- The first chain of the log that the entries belong to (log_chain of queue.db).
CREATE TABLE owner (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  chain TEXT NOT NULL
) STRICT;
`,
};

/** All migrations of log-archive.db in order. */
export const archiveMigrations = [start] as const;
