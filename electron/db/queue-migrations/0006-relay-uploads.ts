import type { Migration } from '../migrate.ts';

/**
 * The uploads of this laptop to the relay, and its supervisors' answers. `log_upload` names this file's hash
 * chain, a random UUID made here once, and how far the relay is known to have it.
 */
export const relayUploads: Migration = {
  version: 6,
  sql: `
CREATE TABLE log_upload (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  chain TEXT NOT NULL,
  confirmed INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO log_upload (id, chain) SELECT 1, lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));

CREATE TABLE attachment (
  sha256 TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  total INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  refusal TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_to_send ON attachment (kept_at) WHERE confirmed_at IS NULL AND refusal IS NULL;

CREATE TABLE review (
  arrival INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  job_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework')),
  comment TEXT NOT NULL,
  reviewer TEXT NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE INDEX review_of_job ON review (job_id, revision);

CREATE TABLE review_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sequence INTEGER NOT NULL,
  review_id TEXT NOT NULL
) STRICT;
`,
};
