import type { Migration } from '../../migration.ts';

/** How many reviews of a customer were dropped by age before a token's reader had got them, over all times: its reader gets it. */
export const missedReviews: Migration = {
  version: 10,
  sql: `
    CREATE TABLE missed_reviews (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      reviews INTEGER NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
