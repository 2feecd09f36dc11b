import type { Migration } from '../migrate.ts';

/**
 * Whether a person has seen what went wrong with an operation that is at its end; until then it needs one. What stands
 * already when this arrives counts as seen, as it counts as reported (0003).
 */
export const seenIncidents: Migration = {
  version: 7,
  sql: `
ALTER TABLE incident ADD COLUMN seen_at INTEGER;
UPDATE incident SET seen_at = at;
CREATE INDEX incident_unseen ON incident (operation_id) WHERE seen_at IS NULL;
`,
};
