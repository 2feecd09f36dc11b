import type { Migration } from '../migrate.ts';

/** The removals that this laptop ordered elsewhere are looked up in the log itself (`electron/removal/sent-orders.ts`). */
export const logRemovals: Migration = {
  version: 26,
  sql: `
CREATE INDEX log_by_removal ON log_entry (number) WHERE type = 'copies-removed';
`,
};
