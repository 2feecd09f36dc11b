import type { Migration } from '../../migration.ts';

/**
 * Epochs and read marks.
 *
 * `feed_epochs`: from which sequence on each epoch gave the sequences. The one epoch of version 1 gave all there are.
 * `reads`: how far each token has read each feed, so that retention can say whom it passes.
 */
export const feedEpochsAndReads: Migration = {
  version: 2,
  sql: `
    CREATE TABLE feed_epochs (
      first_sequence INTEGER PRIMARY KEY CHECK (first_sequence >= 0),
      epoch TEXT NOT NULL UNIQUE CHECK (length(epoch) = 16)
    ) STRICT;
    INSERT INTO feed_epochs (first_sequence, epoch) SELECT 0, epoch FROM store;
    ALTER TABLE store DROP COLUMN epoch;

    CREATE TABLE reads (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    ) STRICT, WITHOUT ROWID;
  `,
};
