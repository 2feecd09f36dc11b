import type { Migration } from '../../migration.ts';

/** Version 9 of the SQLite store: where a chain goes on from another one. */
export const logForks: Migration = {
  version: 9,
  sql: `
    ALTER TABLE log_chains
      ADD COLUMN continues_chain text, ADD COLUMN continues_number bigint, ADD COLUMN continues_hash text;
    CREATE INDEX log_forks ON log_chains (environment, customer_id) WHERE continues_chain IS NOT NULL;
  `,
};
