import type { Migration } from '../migrate.ts';

/**
 * Jobs of other kinds than an installation. Which kinds there are is said in `shared/domain/job.ts` alone: a check cannot be
 * changed without recreating the table. References to a job are checked when all of them are there again.
 */
export const jobKinds: Migration = {
  version: 8,
  sql: `
PRAGMA defer_foreign_keys = ON;
CREATE TABLE job_before AS SELECT * FROM job;
DROP TABLE job;
CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  worker TEXT NOT NULL,
  data TEXT NOT NULL,
  intent_digest TEXT,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO job (id, kind, worker, data, intent_digest, started_at, updated_at, finished_at)
  SELECT id, kind, worker, data, intent_digest, started_at, updated_at, finished_at FROM job_before;
DROP TABLE job_before;
CREATE INDEX job_by_time ON job (started_at);
CREATE INDEX job_unfinished ON job (started_at) WHERE finished_at IS NULL;
CREATE INDEX job_by_intent ON job (intent_digest) WHERE intent_digest IS NOT NULL;
`,
};
