import type { Migration } from '../migrate.ts';

/**
 * Names that a laptop had before: another laptop's key does not become its key by taking such a name. Which laptop said that an operation
 * was through (null = found out here; '' = a laptop whose name is not proven), and what the signature of a file that brought a job was worth.
 * An operation of a job that was taken over before, of whose end the log of this laptop tells nothing, ended at another laptop.
 */
export const wordOfLaptops: Migration = {
  version: 25,
  sql: `
CREATE TABLE former_laptop_name (
  name TEXT NOT NULL,
  device TEXT NOT NULL,
  PRIMARY KEY (name, device)
) STRICT, WITHOUT ROWID;

ALTER TABLE operation ADD COLUMN told_by TEXT;
ALTER TABLE hand_over ADD COLUMN signature TEXT;
ALTER TABLE hand_over ADD COLUMN laptop TEXT;

UPDATE operation SET told_by = '', confirmed_by = NULL
WHERE state IN ('done', 'failed', 'cancelled')
  AND job_id IN (SELECT job_id FROM hand_over WHERE way = 'taken')
  AND NOT EXISTS (
    SELECT 1 FROM log_entry
    WHERE json_extract(data, '$.operation') = operation.id AND json_extract(data, '$.operation') IS NOT NULL
      AND type LIKE 'operation-%'
  );
`,
};
