import type { Migration } from '../migrate.ts';

/** How many reviews the relay has said it dropped before this laptop had read them, over all times. No row = it has said nothing. */
export const missedReviews: Migration = {
  version: 15,
  sql: `
CREATE TABLE missed_reviews (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  reviews INTEGER NOT NULL
) STRICT;
`,
};
