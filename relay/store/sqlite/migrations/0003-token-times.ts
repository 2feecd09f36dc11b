import type { Migration } from '../../migration.ts';

/**
 * When a token ends, when it was last used, and the one it replaced, which may still be used for a while.
 */
export const tokenTimes: Migration = {
  version: 3,
  sql: `
    ALTER TABLE tokens ADD COLUMN expires_at INTEGER;
    ALTER TABLE tokens ADD COLUMN last_used_at INTEGER;
    ALTER TABLE tokens ADD COLUMN old_hash BLOB CHECK (length(old_hash) = 32);
    ALTER TABLE tokens ADD COLUMN old_until INTEGER;
    CREATE UNIQUE INDEX tokens_by_old_hash ON tokens (old_hash) WHERE old_hash IS NOT NULL;
  `,
};
