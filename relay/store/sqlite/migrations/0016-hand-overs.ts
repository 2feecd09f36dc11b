import type { Migration } from '../../migration.ts';

/** Which laptop has taken which hand-over of a job. A turn is held for ever: an old file never becomes free. */
export const handOvers: Migration = {
  version: 16,
  sql: `
    CREATE TABLE hand_overs (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      turn INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      code TEXT NOT NULL,
      claimed_at INTEGER NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, turn)
    ) STRICT, WITHOUT ROWID;
  `,
};
