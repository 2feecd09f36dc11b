import type { Migration } from '../migrate.ts';

/** Files that were taken out of the work again: they are not brought to the relay any more, what it has of them stays. */
export const withdrawnFiles: Migration = {
  version: 12,
  sql: `
ALTER TABLE attachment ADD COLUMN withdrawn_at INTEGER;
DROP INDEX attachment_to_send;
CREATE INDEX attachment_to_send ON attachment (kept_at)
  WHERE confirmed_at IS NULL AND refusal IS NULL AND withdrawn_at IS NULL;
`,
};
