import type { Migration } from '../../migration.ts';

/** Version 16 of the SQLite store: which laptop has taken which hand-over of a job. */
export const handOvers: Migration = {
  version: 17,
  sql: `
    CREATE TABLE hand_overs (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      turn integer NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      code text NOT NULL,
      claimed_at bigint NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, turn)
    );
  `,
};
