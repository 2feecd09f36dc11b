import type { Migration } from '../migrate.ts';

/**
 * A test access's end is said to be estimated where no entry has it. Kept rows did not know: they are put together once more,
 * and what they say until then is said to be estimated.
 */
export const estimatedEnds: Migration = {
  version: 4,
  sql: `
UPDATE job_row SET row = json_set(row, '$.openAccess.estimated',
  json(CASE WHEN json_extract(row, '$.openAccess.until') IS NULL THEN 'false' ELSE 'true' END))
WHERE json_type(row, '$.openAccess') = 'object';
INSERT INTO stale_job (job) SELECT job FROM job_row WHERE true ON CONFLICT DO NOTHING;
`,
};
