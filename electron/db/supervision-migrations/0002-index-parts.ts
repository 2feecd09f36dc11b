import type { Migration } from '../migrate.ts';

/**
 * The job index's numbers of many jobs stand together, as they stand in memory: opening the job index copies them instead of reading
 * fifty thousand texts. Jobs that were put together before are put together once more.
 */
export const indexParts: Migration = {
  version: 2,
  sql: `
DROP TABLE job_facts;
CREATE TABLE board_part (
  part INTEGER PRIMARY KEY,
  numbers BLOB NOT NULL
) STRICT;
INSERT INTO stale_job (job) SELECT job FROM job_row WHERE true ON CONFLICT DO NOTHING;
`,
};
