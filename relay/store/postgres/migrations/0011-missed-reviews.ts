import type { Migration } from '../../migration.ts';

/** Version 10 of the SQLite store: how many reviews were dropped before a token's reader had got them. */
export const missedReviews: Migration = {
  version: 11,
  sql: `
    CREATE TABLE missed_reviews (
      token_id integer NOT NULL REFERENCES tokens (id),
      environment text NOT NULL,
      customer_id integer NOT NULL,
      reviews bigint NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    );
  `,
};
