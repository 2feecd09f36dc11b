import type { Migration } from '../migrate.ts';

/** Home asks for the jobs of the last day whenever one changes: they are found without reading every job there ever was. */
export const finishedJobs: Migration = {
  version: 20,
  sql: `
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;
`,
};
