import type { Migration } from '../migrate.ts';

/**
 * Keys of the laptops as they were first seen here, what the signature of each review was worth, and orders of other laptops to remove
 * personal data: they wait here, and each thing that one removed is counted.
 */
export const trust: Migration = {
  version: 24,
  sql: `
CREATE TABLE device_key (
  key TEXT PRIMARY KEY,
  device TEXT NOT NULL,
  laptop TEXT NOT NULL,
  role TEXT NOT NULL,
  storage TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  first_seen_at INTEGER NOT NULL,
  pinned INTEGER NOT NULL CHECK (pinned IN (0, 1))
) STRICT;
CREATE INDEX device_key_device ON device_key (device);

ALTER TABLE review ADD COLUMN signature TEXT NOT NULL DEFAULT 'unsigned';

CREATE TABLE removal_order (
  id TEXT PRIMARY KEY,
  order_id TEXT,
  signature TEXT NOT NULL,
  laptop TEXT,
  device TEXT,
  things TEXT NOT NULL,
  reason TEXT NOT NULL,
  request TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  due_at INTEGER,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'kept', 'withdrawn', 'done')),
  decided_at INTEGER
) STRICT;

CREATE TABLE removal_effect (
  removal TEXT NOT NULL,
  what TEXT NOT NULL CHECK (what IN ('job', 'review', 'photo')),
  name TEXT NOT NULL,
  at INTEGER NOT NULL,
  by_person INTEGER NOT NULL CHECK (by_person IN (0, 1)),
  entries INTEGER NOT NULL,
  photos INTEGER NOT NULL,
  PRIMARY KEY (removal, what, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX removal_effect_at ON removal_effect (at);
`,
};
