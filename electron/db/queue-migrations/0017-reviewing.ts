import type { Migration } from '../migrate.ts';

/**
 * Reviews say why, about what and by whom, and can take the word before back; `origin` is `here` for those written where there is
 * no relay. `rework` is what was done about a request; `outgoing_review` what this laptop's people say of jobs, kept until the
 * relay has answered and beyond.
 */
export const reviewing: Migration = {
  version: 17,
  sql: `
CREATE TABLE review_with_reasons (
  arrival INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('relay', 'here')),
  revision INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
  reason TEXT,
  comment TEXT NOT NULL,
  pin TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  worker TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
INSERT INTO review_with_reasons (id, job_id, origin, revision, verdict, reason, comment, pin, reviewer, worker, received_at)
  SELECT id, job_id, 'relay', revision, verdict, NULL, comment, '{"at":"job"}', reviewer, '', received_at FROM review
  ORDER BY arrival;
DROP TABLE review;
ALTER TABLE review_with_reasons RENAME TO review;
CREATE INDEX review_of_job ON review (job_id, revision);
CREATE INDEX review_rework ON review (job_id) WHERE verdict = 'rework';

CREATE TABLE rework (
  review_id TEXT PRIMARY KEY,
  job_id TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX rework_of_job ON rework (job_id);

CREATE TABLE outgoing_review (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
  reason TEXT,
  comment TEXT NOT NULL,
  pin TEXT NOT NULL,
  worker TEXT NOT NULL,
  based_on INTEGER NOT NULL,
  follows TEXT,
  written_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'arrived', 'stale', 'refused')),
  revision INTEGER,
  stale_current TEXT,
  problem TEXT,
  put_away_at INTEGER
) STRICT;
CREATE INDEX outgoing_review_of_job ON outgoing_review (job_id);
CREATE INDEX outgoing_review_open ON outgoing_review (place) WHERE state IN ('waiting', 'stale', 'refused') AND put_away_at IS NULL;
`,
};
