import type { Migration } from '../migrate.ts';

/** A row says what the tests of its car show. Kept rows do not: they and the job index are put together once more. */
export const proofOfRows: Migration = {
  version: 6,
  sql: `
UPDATE job_row SET row = json_set(row, '$.proof', json('{"state":"not-tested"}'));
DELETE FROM board_part;
INSERT INTO stale_job (job) SELECT job FROM job_row WHERE true ON CONFLICT DO NOTHING;
`,
};
