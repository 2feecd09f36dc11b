import type { Migration } from '../migrate.ts';

/**
 * The checklist has a part before the Box goes in and one after. A checklist that was closed is closed in both; one that was
 * left out stays left out. Where a Box was taken before any answer was given, nothing can be attested of the car before it:
 * that part counts as left out.
 */
export const checklistPhases: Migration = {
  version: 21,
  sql: `
UPDATE job SET data = json_set(data, '$.checklist.beforeCompletedAt', json_extract(data, '$.checklist.completedAt'))
WHERE kind = 'installation' AND json_extract(data, '$.checklist.completedAt') IS NOT NULL;
UPDATE job SET data = json_insert(data, '$.skipped[#]', 'before')
WHERE kind = 'installation' AND json_extract(data, '$.checklist.completedAt') IS NULL
  AND (
    EXISTS (SELECT 1 FROM json_each(data, '$.skipped') WHERE value = 'fitting')
    OR (json_extract(data, '$.box') IS NOT NULL AND json_extract(data, '$.checklist.begun') IS NULL)
  );
`,
};
