-- version 1; written by npm run schema:snapshot

CREATE TABLE board_part (
  part INTEGER PRIMARY KEY,
  numbers BLOB NOT NULL
) STRICT;

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

CREATE TABLE entry (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  job INTEGER REFERENCES job (ordinal),
  canonical TEXT NOT NULL,
  hash TEXT NOT NULL,
  rest TEXT,
  PRIMARY KEY (chain, number)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE job (
  ordinal INTEGER PRIMARY KEY,
  job_id TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE job_car (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  car INTEGER NOT NULL,
  started INTEGER NOT NULL,
  own_group TEXT
) STRICT;

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

CREATE TABLE job_photo (
  digest TEXT NOT NULL,
  job INTEGER NOT NULL REFERENCES job (ordinal),
  item TEXT,
  removed INTEGER NOT NULL,
  PRIMARY KEY (digest, job)
) STRICT, WITHOUT ROWID;

CREATE TABLE job_row (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  row TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE job_text USING fts5 (
  text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
);

CREATE TABLE 'job_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;

CREATE TABLE 'job_text_data'(id INTEGER PRIMARY KEY, block BLOB);

CREATE TABLE 'job_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);

CREATE TABLE 'job_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

CREATE TABLE log_signature (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  last INTEGER NOT NULL,
  key TEXT NOT NULL,
  first INTEGER NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (chain, last, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE redaction (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  said_by INTEGER NOT NULL,
  hash TEXT NOT NULL,
  rest TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (chain, number, said_by)
) STRICT, WITHOUT ROWID;

CREATE TABLE stale_job (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal)
) STRICT;

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

CREATE TABLE word (
  ordinal INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
) STRICT;

CREATE INDEX box_fact_of_entry ON box_fact (chain, number) WHERE job IS NULL;

CREATE INDEX box_fact_of_job ON box_fact (job) WHERE job IS NOT NULL;

CREATE INDEX entry_of_job ON entry (job) WHERE job IS NOT NULL;

CREATE INDEX entry_redacted ON entry (chain, number) WHERE rest IS NOT NULL;

CREATE INDEX group_of_car ON job_car (car, started) WHERE own_group IS NOT NULL;

CREATE INDEX jobs_of_car ON job_car (car, started);

CREATE INDEX photo_of_job ON job_photo (job);

CREATE INDEX stocked_box_by_serial ON stocked_box (serial, search_text, state, sap, chain);
