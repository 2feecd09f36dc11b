/** The log, its upload, and the reviews of supervisors. */
export const logTables = `
-- Entries of which words were removed on request are marked; their hash stays as it was. Mountings and removals are looked up in the log itself.
CREATE TABLE log_entry (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  clock_offset_ms INTEGER,
  worker TEXT NOT NULL,
  job_id TEXT,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  previous_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  redacted INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1))
) STRICT;
CREATE INDEX log_by_job ON log_entry (job_id, number) WHERE job_id IS NOT NULL;
CREATE INDEX log_by_mounting ON log_entry (json_extract(data, '$.about'), number) WHERE type = 'box-mounted';
CREATE INDEX log_by_operation ON log_entry (json_extract(data, '$.operation'))
  WHERE json_extract(data, '$.operation') IS NOT NULL;
CREATE INDEX log_by_removal ON log_entry (number) WHERE type = 'copies-removed';
CREATE INDEX log_by_redaction ON log_entry (number) WHERE type = 'entries-redacted';

-- The chains under which the log is uploaded: one, and another one from each entry on after which the relay has other entries than this
-- file, because the file came back from a backup or is in use twice.
CREATE TABLE log_chain (
  ordinal INTEGER PRIMARY KEY,
  chain TEXT NOT NULL UNIQUE,
  after INTEGER NOT NULL,
  continues TEXT
) STRICT;

-- The number of the last entry that the relay has confirmed, and how many copies of this file are known that go on apart from the newest chain.
CREATE TABLE log_upload (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  confirmed INTEGER NOT NULL DEFAULT 0,
  forks INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Matters of the way to the relay that a person is to read; "seen_at" null = not read yet.
CREATE TABLE relay_note (
  matter TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT, WITHOUT ROWID;

-- Files that were taken out of the work again ("withdrawn_at") are not uploaded any more; the part at the relay stays. "confirmed_run" is
-- the run of the relay's store that confirmed the file; null once the relay took an entry of the log after it.
CREATE TABLE attachment (
  sha256 TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  total INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  confirmed_run TEXT,
  refusal TEXT,
  withdrawn_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_to_send ON attachment (kept_at)
  WHERE confirmed_at IS NULL AND refusal IS NULL AND withdrawn_at IS NULL;
CREATE INDEX attachment_of_run ON attachment (confirmed_run) WHERE confirmed_run IS NOT NULL;

-- The jobs of this laptop that have or had a file. A file without a row here is wanted by no job that is still kept.
CREATE TABLE job_attachment (
  sha256 TEXT NOT NULL,
  job_id TEXT NOT NULL REFERENCES job (id),
  PRIMARY KEY (sha256, job_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX job_attachment_of_job ON job_attachment (job_id);

-- Reviews of supervisors; "origin" is "here" for those written on a laptop without a relay. "is_replaced": a relay that was set back has
-- given the revision to another one.
CREATE TABLE review (
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
  received_at INTEGER NOT NULL,
  signature TEXT NOT NULL DEFAULT 'unsigned',
  is_replaced INTEGER NOT NULL DEFAULT 0 CHECK (is_replaced IN (0, 1))
) STRICT;
CREATE INDEX review_of_job ON review (job_id, revision);
CREATE INDEX review_rework ON review (job_id) WHERE verdict = 'rework';

CREATE TABLE review_position (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sequence INTEGER NOT NULL,
  review_id TEXT NOT NULL,
  -- The run of the relay's store that had the review there.
  run TEXT
) STRICT;

-- The number of reviews that the relay dropped before this laptop had read them, over all times. No row = none.
CREATE TABLE missed_reviews (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reviews INTEGER NOT NULL
) STRICT;

-- The work that was done about a request of a review.
CREATE TABLE rework (
  review_id TEXT PRIMARY KEY,
  job_id TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  done_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX rework_of_job ON rework (job_id);

-- Reviews written on this laptop, kept until the relay has answered and beyond. "confirmed_run" is the run of the relay's store that has one
-- that arrived, as long as no entry of the log was taken after it. "is_doubted": the relay may lack it since, and it is brought again.
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
  based_on_review TEXT,
  follows TEXT,
  written_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'arrived', 'stale', 'refused')),
  revision INTEGER,
  stale_current TEXT,
  problem TEXT,
  put_away_at INTEGER,
  confirmed_run TEXT,
  is_doubted INTEGER NOT NULL DEFAULT 0,
  doubts INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX outgoing_review_doubted ON outgoing_review (place) WHERE is_doubted = 1;
CREATE INDEX outgoing_review_of_run ON outgoing_review (confirmed_run) WHERE confirmed_run IS NOT NULL;
CREATE INDEX outgoing_review_of_job ON outgoing_review (job_id);
CREATE INDEX outgoing_review_open ON outgoing_review (place) WHERE state IN ('waiting', 'stale', 'refused') AND put_away_at IS NULL;

-- The name of this file's chain: a random UUID (version 4), made once.
INSERT INTO log_chain (ordinal, chain, after) SELECT 1, lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
  || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), 0;
INSERT INTO log_upload (id) VALUES (1);
`;
