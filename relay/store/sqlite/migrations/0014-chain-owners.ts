import type { Migration } from '../../migration.ts';

/** The token that opened a chain: only that token appends to it, continues or redacts it. */
export const chainOwners: Migration = {
  version: 14,
  sql: `
    ALTER TABLE log_chains ADD COLUMN token_id INTEGER REFERENCES tokens (id);
    UPDATE log_chains SET token_id =
      (SELECT token_id FROM log_entries WHERE log_entries.chain = log_chains.chain ORDER BY number LIMIT 1);
  `,
};
