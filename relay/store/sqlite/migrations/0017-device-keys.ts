import type { Migration } from '../../migration.ts';

/**
 * Keys of laptops, and what they sign. `device` is the same for all keys of a token, and no other store gives the same one. A signature
 * of a batch stands at the last entry of that batch and goes with it.
 */
export const deviceKeys: Migration = {
  version: 17,
  sql: `
    CREATE TABLE device_keys (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      device TEXT NOT NULL,
      key TEXT NOT NULL,
      storage TEXT NOT NULL,
      registered_at INTEGER NOT NULL,
      UNIQUE (token_id, key)
    ) STRICT;

    CREATE TABLE log_signatures (
      chain TEXT NOT NULL REFERENCES log_chains (chain),
      last INTEGER NOT NULL,
      key TEXT NOT NULL,
      first INTEGER NOT NULL,
      signature TEXT NOT NULL,
      sequence INTEGER NOT NULL REFERENCES log_entries (sequence) ON DELETE CASCADE,
      PRIMARY KEY (chain, last, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX log_signatures_of_entry ON log_signatures (sequence);

    ALTER TABLE reviews ADD COLUMN based_on INTEGER;
    ALTER TABLE reviews ADD COLUMN signed_key TEXT;
    ALTER TABLE reviews ADD COLUMN signature TEXT;
  `,
};
