import type { Migration } from '../open.ts';

/**
 * The logs of all laptops and the jobs in them. Laptops, jobs and words have small integer keys here, because a million
 * entries refer to them.
 */
const start: Migration = {
  version: 1,
  sql: `
CREATE TABLE chain (
  ordinal INTEGER PRIMARY KEY,
  chain TEXT NOT NULL UNIQUE,
  own INTEGER NOT NULL DEFAULT 0,
  laptop TEXT,
  continues TEXT,
  continues_number INTEGER,
  continues_hash TEXT,
  beyond INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0,
  jobs INTEGER NOT NULL DEFAULT 0,
  first_at INTEGER,
  newest INTEGER NOT NULL DEFAULT 0,
  verified INTEGER NOT NULL DEFAULT 0,
  verified_hash TEXT,
  unchecked INTEGER NOT NULL DEFAULT 0,
  fault TEXT,
  offset_number INTEGER NOT NULL DEFAULT 0,
  offset_newest INTEGER,
  offset_worst INTEGER
) STRICT;

CREATE TABLE job (
  ordinal INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL UNIQUE
) STRICT;

-- "rest": the entry without the words that were removed; "redaction" has the removals as each chain logged them.
CREATE TABLE entry (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  job INTEGER REFERENCES job (ordinal),
  canonical TEXT NOT NULL,
  hash TEXT NOT NULL,
  rest TEXT,
  PRIMARY KEY (chain, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entry_of_job ON entry (job) WHERE job IS NOT NULL;
CREATE INDEX entry_redacted ON entry (chain, number) WHERE rest IS NOT NULL;

CREATE TABLE redaction (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  said_by INTEGER NOT NULL,
  hash TEXT NOT NULL,
  rest TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (chain, number, said_by)
) STRICT, WITHOUT ROWID;

-- Signatures of laptops over their logs.
CREATE TABLE log_signature (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  last INTEGER NOT NULL,
  key TEXT NOT NULL,
  first INTEGER NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (chain, last, key)
) STRICT, WITHOUT ROWID;

-- Jobs of which the rows are to be projected again.
CREATE TABLE stale_job (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal)
) STRICT;

CREATE TABLE word (
  ordinal INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE job_row (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  row TEXT NOT NULL
) STRICT;

-- What exports need of a job besides its row.
CREATE TABLE job_export (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  facts TEXT NOT NULL
) STRICT;

CREATE TABLE job_head (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  plate TEXT,
  serial TEXT,
  car TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE job_text USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TABLE job_photo (
  digest TEXT NOT NULL,
  job INTEGER NOT NULL REFERENCES job (ordinal),
  item TEXT,
  removed INTEGER NOT NULL,
  PRIMARY KEY (digest, job)
) STRICT, WITHOUT ROWID;
CREATE INDEX photo_of_job ON job_photo (job);

-- What entries say about Boxes: a place or a condition, from an entry of no job or from a job.
CREATE TABLE box_fact (
  serial_key TEXT NOT NULL,
  aspect TEXT NOT NULL CHECK (aspect IN ('place', 'condition')),
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  job INTEGER REFERENCES job (ordinal),
  value TEXT NOT NULL,
  serial TEXT NOT NULL,
  sap TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (serial_key, aspect, chain, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX box_fact_of_job ON box_fact (job) WHERE job IS NOT NULL;
CREATE INDEX box_fact_of_entry ON box_fact (chain, number) WHERE job IS NULL;

-- The Boxes by their latest facts, written together with the facts. A page of the list reads its rows alone; the index has all that filters need.
CREATE TABLE stocked_box (
  serial_key TEXT PRIMARY KEY,
  serial TEXT NOT NULL,
  search_text TEXT NOT NULL,
  sap TEXT,
  place TEXT,
  condition TEXT NOT NULL,
  state TEXT NOT NULL,
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX stocked_box_by_serial ON stocked_box (serial, search_text, state, sap, chain);

-- A removal or a swap belongs to the group of its car.
CREATE TABLE job_car (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  car INTEGER NOT NULL,
  started INTEGER NOT NULL,
  own_group TEXT
) STRICT;
CREATE INDEX jobs_of_car ON job_car (car, started);
CREATE INDEX group_of_car ON job_car (car, started) WHERE own_group IS NOT NULL;

-- The numbers of many jobs stand together, as they stand in memory: opening the job index copies them instead of reading fifty thousand texts.
CREATE TABLE board_part (
  part INTEGER PRIMARY KEY,
  numbers BLOB NOT NULL
) STRICT;

-- "wiping": words were removed, and their places in the file are overwritten (1), which has begun (2).
CREATE TABLE feed (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  own_number INTEGER NOT NULL,
  own_parts INTEGER NOT NULL,
  review INTEGER NOT NULL,
  relay_sequence INTEGER NOT NULL,
  relay_entry TEXT,
  relay_at INTEGER,
  stopped INTEGER NOT NULL,
  wiping INTEGER NOT NULL CHECK (wiping IN (0, 1, 2))
) STRICT;
INSERT INTO feed VALUES (1, 0, 0, 0, 0, NULL, NULL, 0, 0);
`,
};

/** All migrations of supervision.db in order. */
export const supervisionMigrations = [start] as const;
