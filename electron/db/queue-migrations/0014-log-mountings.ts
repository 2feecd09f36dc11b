import type { Migration } from '../migrate.ts';

/** Where the Box sat in earlier jobs of a model is looked up in the log itself (`electron/jobs/mounting`). */
export const logMountings: Migration = {
  version: 14,
  sql: `
CREATE INDEX log_by_mounting ON log_entry (json_extract(data, '$.about'), number) WHERE type = 'box-mounted';
`,
};
