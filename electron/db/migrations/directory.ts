import type { Migration } from '../open.ts';

/**
 * directory.db: a cache of the operator's data with its search index. All of it can be read again. `resource` keeps the
 * operator's whole object, unknown fields included; lookups compare the `*_folded` columns.
 */
const start: Migration = {
  version: 1,
  sql: `
CREATE TABLE part (
  name TEXT PRIMARY KEY CHECK (name IN ('brands', 'keys', 'groups', 'users', 'products', 'services', 'cars', 'pictures')),
  synced_at INTEGER NOT NULL,
  pass INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE part_progress (
  name TEXT PRIMARY KEY CHECK (name IN ('groups', 'users', 'products', 'services', 'cars')),
  pass INTEGER NOT NULL,
  position INTEGER NOT NULL,
  last_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pass (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  number INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  unfinished INTEGER NOT NULL CHECK (unfinished IN (0, 1)),
  completed_at INTEGER,
  not_offered TEXT NOT NULL
) STRICT;

CREATE TABLE car (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  license_plate TEXT,
  vin TEXT,
  brand TEXT,
  model TEXT,
  search_text TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  resource TEXT NOT NULL
) STRICT;
CREATE INDEX car_by_name ON car (name, id);

CREATE TABLE car_prefix (
  field INTEGER NOT NULL,
  folded TEXT NOT NULL,
  car_id INTEGER NOT NULL,
  PRIMARY KEY (field, folded, car_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX car_prefix_by_car ON car_prefix (car_id);

CREATE VIRTUAL TABLE car_search USING fts5 (
  search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);

CREATE TABLE "group" (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  folded TEXT NOT NULL,
  resource TEXT NOT NULL
) STRICT;
CREATE INDEX group_by_folded ON "group" (folded);

CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email_address TEXT,
  folded TEXT NOT NULL,
  resource TEXT NOT NULL
) STRICT;

CREATE TABLE product (
  id INTEGER PRIMARY KEY,
  serial_number TEXT NOT NULL,
  serial_folded TEXT NOT NULL,
  unique_id TEXT NOT NULL,
  unique_id_folded TEXT NOT NULL,
  sap_number TEXT,
  type TEXT NOT NULL,
  car_id INTEGER,
  car_reported_at INTEGER,
  read_at INTEGER NOT NULL,
  resource TEXT NOT NULL
) STRICT;
CREATE INDEX product_by_car ON product (car_id) WHERE car_id IS NOT NULL;
CREATE INDEX product_by_serial ON product (serial_folded);
CREATE INDEX product_by_unique_id ON product (unique_id_folded);

CREATE TABLE service (
  id INTEGER PRIMARY KEY,
  name TEXT,
  product_id INTEGER,
  product_reported_at INTEGER,
  is_terminated INTEGER NOT NULL CHECK (is_terminated IN (0, 1)),
  read_at INTEGER NOT NULL,
  resource TEXT NOT NULL
) STRICT;
CREATE INDEX service_by_product ON service (product_id) WHERE product_id IS NOT NULL;
CREATE INDEX service_without_product ON service (id) WHERE product_reported_at IS NULL AND is_terminated = 0;

CREATE TABLE brand (
  name TEXT PRIMARY KEY,
  keys_synced_at INTEGER,
  pass INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE key (
  brand TEXT NOT NULL REFERENCES brand (name) ON DELETE CASCADE,
  id INTEGER NOT NULL,
  key_form_name TEXT NOT NULL,
  picture_url TEXT,
  box_name TEXT,
  box_sap_number TEXT,
  outside_scope INTEGER NOT NULL CHECK (outside_scope IN (0, 1)),
  other_numbers TEXT NOT NULL,
  resource TEXT NOT NULL,
  PRIMARY KEY (brand, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX key_by_picture ON key (picture_url) WHERE picture_url IS NOT NULL;

CREATE TABLE picture (
  url TEXT PRIMARY KEY,
  content_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT;

-- The accesses of a car as they were last read: those that go with its Box are known offline too, and their age.
CREATE TABLE car_accesses (
  car_id INTEGER PRIMARY KEY,
  accesses TEXT NOT NULL,
  read_at INTEGER NOT NULL
) STRICT;

-- The mountings of other laptops, as the relay's log has them.
CREATE TABLE mounting (
  job_id TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  at INTEGER NOT NULL,
  worker TEXT NOT NULL,
  about TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mounting_by_time ON mounting (at);
CREATE INDEX mounting_of_model ON mounting (about, at);

CREATE TABLE mounting_photo (
  sha256 TEXT PRIMARY KEY,
  media_type TEXT NOT NULL,
  bytes BLOB NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Boxes that other laptops marked, or took out as defective or lost; "job_id" groups the notes of one job.
CREATE TABLE box_condition (
  serial_key TEXT NOT NULL,
  job_id TEXT NOT NULL,
  condition TEXT NOT NULL CHECK (condition IN ('good', 'defective', 'lost')),
  at INTEGER NOT NULL,
  -- The signature of a mark, and the text that it must be of; NULL where the note has none.
  signed_text TEXT,
  key TEXT,
  signature TEXT,
  PRIMARY KEY (serial_key, job_id)
) STRICT, WITHOUT ROWID;

-- How far the relay's log was read for each type of entry.
CREATE TABLE log_feed (
  type TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  entry_id TEXT,
  read_at INTEGER
) STRICT, WITHOUT ROWID;
`,
};

/** All migrations of directory.db in order. */
export const directoryMigrations = [start] as const;
