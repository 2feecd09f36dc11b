import type { Migration } from '../../migration.ts';

/** Where a chain goes on from another one. The index is for the few that do, among one chain per laptop. */
export const logForks: Migration = {
  version: 9,
  sql: `
    ALTER TABLE log_chains ADD COLUMN continues_chain TEXT;
    ALTER TABLE log_chains ADD COLUMN continues_number INTEGER;
    ALTER TABLE log_chains ADD COLUMN continues_hash TEXT;
    CREATE INDEX log_forks ON log_chains (environment, customer_id) WHERE continues_chain IS NOT NULL;
  `,
};
