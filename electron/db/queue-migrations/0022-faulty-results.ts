import type { Migration } from '../migrate.ts';

/** A result that could not be applied is kept with the reason; the results behind it are applied all the same. */
export const faultyResults: Migration = {
  version: 22,
  sql: `
ALTER TABLE result ADD COLUMN fault TEXT;
CREATE INDEX result_faulty ON result (fetched_at) WHERE fault IS NOT NULL;
`,
};
