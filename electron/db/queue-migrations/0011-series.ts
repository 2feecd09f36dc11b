import type { Migration } from '../migrate.ts';

/** Alike cars fitted one after the other: what they share (JSON), and which jobs belong to them. */
export const series: Migration = {
  version: 11,
  sql: `
CREATE TABLE series (
  id TEXT PRIMARY KEY,
  shares TEXT NOT NULL,
  planned INTEGER,
  started_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX series_open ON series (started_at) WHERE ended_at IS NULL;
ALTER TABLE job ADD COLUMN series_id TEXT REFERENCES series (id);
ALTER TABLE job ADD COLUMN series_number INTEGER;
CREATE UNIQUE INDEX job_of_series ON job (series_id, series_number) WHERE series_id IS NOT NULL;
`,
};
