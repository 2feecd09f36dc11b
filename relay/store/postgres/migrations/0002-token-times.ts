import type { Migration } from '../../migration.ts';

/** Version 3 of the SQLite store: when a token ends, when it was last used, and the one it replaced. */
export const tokenTimes: Migration = {
  version: 2,
  sql: `
    ALTER TABLE tokens
      ADD COLUMN expires_at bigint,
      ADD COLUMN last_used_at bigint,
      ADD COLUMN old_hash bytea CHECK (octet_length(old_hash) = 32),
      ADD COLUMN old_until bigint;
    CREATE UNIQUE INDEX tokens_by_old_hash ON tokens (old_hash) WHERE old_hash IS NOT NULL;
  `,
};
