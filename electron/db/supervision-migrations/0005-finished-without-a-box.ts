import type { Migration } from '../migrate.ts';

/** A job that was finished without its Box is no complete one, and a risk. Kept rows did not know: they are put together once more. */
export const finishedWithoutABox: Migration = {
  version: 5,
  sql: `
INSERT INTO stale_job (job) SELECT job FROM job_row WHERE true ON CONFLICT DO NOTHING;
`,
};
