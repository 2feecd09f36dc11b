import type { Migration } from '../migrate.ts';

/** The accesses of a car as they were last read: what goes with its Box is known offline too, and how old that is. */
export const carAccesses: Migration = {
  version: 2,
  sql: `
CREATE TABLE car_accesses (
  car_id INTEGER PRIMARY KEY,
  accesses TEXT NOT NULL,
  read_at INTEGER NOT NULL
) STRICT;
`,
};
