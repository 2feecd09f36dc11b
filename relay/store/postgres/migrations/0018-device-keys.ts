import type { Migration } from '../../migration.ts';

/** Version 17 of the SQLite store: keys of laptops, and what they sign. */
export const deviceKeys: Migration = {
  version: 18,
  sql: `
    CREATE TABLE device_keys (
      sequence bigint PRIMARY KEY,
      token_id integer NOT NULL REFERENCES tokens (id),
      device text NOT NULL,
      key text NOT NULL,
      storage text NOT NULL,
      registered_at bigint NOT NULL,
      UNIQUE (token_id, key)
    );

    CREATE TABLE log_signatures (
      chain text NOT NULL REFERENCES log_chains (chain),
      last bigint NOT NULL,
      key text NOT NULL,
      first bigint NOT NULL,
      signature text NOT NULL,
      sequence bigint NOT NULL REFERENCES log_entries (sequence) ON DELETE CASCADE,
      PRIMARY KEY (chain, last, key)
    );
    CREATE INDEX log_signatures_of_entry ON log_signatures (sequence);

    ALTER TABLE reviews ADD COLUMN based_on integer;
    ALTER TABLE reviews ADD COLUMN signed_key text;
    ALTER TABLE reviews ADD COLUMN signature text;
  `,
};
