import type { Migration } from '../migrate.ts';

/**
 * A row says whether a Box went in and which one came out, and a removal or a swap belongs to the group of its car. Kept rows
 * and the job index say neither: they are put together once more.
 */
export const figuresOfRows: Migration = {
  version: 8,
  sql: `
CREATE TABLE job_car (
  job INTEGER PRIMARY KEY REFERENCES job (ordinal),
  car INTEGER NOT NULL,
  started INTEGER NOT NULL,
  own_group TEXT
) STRICT;
CREATE INDEX jobs_of_car ON job_car (car, started);
UPDATE job_row SET row = json_set(row, '$.fitted', json('false'), '$.unchecked', json('false'), '$.takenOut', NULL);
DELETE FROM board_part;
INSERT INTO stale_job (job) SELECT job FROM job_row WHERE true ON CONFLICT DO NOTHING;
`,
};
