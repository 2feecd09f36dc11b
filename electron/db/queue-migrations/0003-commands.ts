import type { Migration } from '../migrate.ts';

/**
 * A person's changes of an operation, the calls of a person, and the way from an operation to its log. Trouble
 * that exists when this migration runs counts as reported: old failures are not announced all at once.
 */
export const commands: Migration = {
  version: 3,
  sql: `
CREATE TABLE revision (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  number INTEGER NOT NULL,
  payload TEXT NOT NULL,
  changes TEXT NOT NULL,
  PRIMARY KEY (operation_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE notice (
  operation_id TEXT NOT NULL REFERENCES operation (id),
  code TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (operation_id, code)
) STRICT, WITHOUT ROWID;
INSERT INTO notice (operation_id, code, at)
  SELECT id, coalesce(json_extract(problem, '$.code'), 'unexpected'), updated_at
  FROM operation WHERE state IN ('blocked', 'failed');

CREATE INDEX operation_troubled ON operation (seq) WHERE state IN ('blocked', 'failed');
CREATE INDEX log_by_operation ON log_entry (json_extract(data, '$.operation'))
  WHERE json_extract(data, '$.operation') IS NOT NULL;
`,
};
