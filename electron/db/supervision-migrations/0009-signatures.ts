import type { Migration } from '../migrate.ts';

/** Signatures of laptops over their logs. Earlier copies kept none, so the relay is read again, which changes nothing else. */
export const signaturesOfLogs: Migration = {
  version: 9,
  sql: `
CREATE TABLE log_signature (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  last INTEGER NOT NULL,
  key TEXT NOT NULL,
  first INTEGER NOT NULL,
  hash TEXT NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (chain, last, key)
) STRICT, WITHOUT ROWID;
UPDATE feed SET relay_sequence = 0, relay_entry = NULL;
`,
};
