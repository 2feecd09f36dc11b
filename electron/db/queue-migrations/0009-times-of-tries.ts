import type { Migration } from '../migrate.ts';

/**
 * The times of an access are kept with each try that asked for them: a later try may ask for others, and results are known
 * by them (docs/decisions/0011-times-of-each-try.md). Of tries that are there already those of the newest are known, and of
 * those that sent the very same body.
 */
export const timesOfTries: Migration = {
  version: 9,
  sql: `
ALTER TABLE attempt ADD COLUMN start_at INTEGER;
ALTER TABLE attempt ADD COLUMN end_at INTEGER;
UPDATE attempt SET start_at = expected.start_at, end_at = expected.end_at
  FROM expected_result AS expected
  JOIN operation ON operation.id = expected.operation_id
  JOIN attempt AS newest ON newest.operation_id = operation.id AND newest.number = operation.attempt
  WHERE expected.kind = 'created' AND attempt.operation_id = operation.id AND attempt.checksum = newest.checksum;
ALTER TABLE expected_result DROP COLUMN start_at;
ALTER TABLE expected_result DROP COLUMN end_at;
`,
};
