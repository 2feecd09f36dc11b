import type { Migration } from '../migrate.ts';

/**
 * Words that were removed from logs. Earlier copies kept entries without their mark and ignored redactions, so all is read again,
 * and the room that the words took is overwritten before (`wiping` 2).
 */
export const removedWords: Migration = {
  version: 3,
  sql: `
DELETE FROM stale_job; DELETE FROM board_part; DELETE FROM job_row; DELETE FROM job_head; DELETE FROM job_photo;
INSERT INTO job_text (job_text) VALUES ('delete-all');
DELETE FROM entry; DELETE FROM job; DELETE FROM chain; DELETE FROM word;
UPDATE feed SET own_number = 0, own_parts = 0, review = 0, relay_sequence = 0, relay_entry = NULL, relay_at = NULL;

ALTER TABLE feed ADD COLUMN wiping INTEGER NOT NULL DEFAULT 2 CHECK (wiping IN (0, 1, 2, 3));

ALTER TABLE entry ADD COLUMN rest TEXT;
CREATE INDEX entry_redacted ON entry (chain, number) WHERE rest IS NOT NULL;

CREATE TABLE redaction (
  chain INTEGER NOT NULL REFERENCES chain (ordinal),
  number INTEGER NOT NULL,
  said_by INTEGER NOT NULL,
  hash TEXT NOT NULL,
  rest TEXT NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (chain, number, said_by)
) STRICT, WITHOUT ROWID;
`,
};
