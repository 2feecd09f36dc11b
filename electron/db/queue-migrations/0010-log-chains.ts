import type { Migration } from '../migrate.ts';

/**
 * The names under which the log is brought to the relay: one, and another one from each entry on after which the relay has
 * other entries than this file, because the file came back from a backup or is in use twice. `relay_note`: what a person is
 * to be reported of the way to the relay, one row per matter; `seen_at` null = not read yet.
 */
export const logChains: Migration = {
  version: 10,
  sql: `
CREATE TABLE log_chain (
  ordinal INTEGER PRIMARY KEY,
  chain TEXT NOT NULL UNIQUE,
  after INTEGER NOT NULL,
  continues TEXT
) STRICT;
INSERT INTO log_chain (ordinal, chain, after) SELECT 1, chain, 0 FROM log_upload;
ALTER TABLE log_upload DROP COLUMN chain;

CREATE TABLE relay_note (
  matter TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  seen_at INTEGER
) STRICT, WITHOUT ROWID;
`,
};
