import type { Migration } from '../../migration.ts';

/** Version 14 of the SQLite store: the token that opened a chain. */
export const chainOwners: Migration = {
  version: 15,
  sql: `
    ALTER TABLE log_chains ADD COLUMN token_id integer REFERENCES tokens (id);
    UPDATE log_chains SET token_id =
      (SELECT token_id FROM log_entries WHERE log_entries.chain = log_chains.chain ORDER BY number LIMIT 1);
  `,
};
