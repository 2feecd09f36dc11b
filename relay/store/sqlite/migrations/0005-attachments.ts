import type { Migration } from '../../migration.ts';

/** Files in pieces, as they were sent. */
export const attachments: Migration = {
  version: 5,
  sql: `
    CREATE TABLE attachments (
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      media_type TEXT NOT NULL,
      total INTEGER NOT NULL,
      received INTEGER NOT NULL DEFAULT 0 CHECK (received <= total),
      complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
      begun_at INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      PRIMARY KEY (environment, customer_id, sha256)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE attachment_pieces (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      start INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      UNIQUE (environment, customer_id, sha256, start),
      FOREIGN KEY (environment, customer_id, sha256) REFERENCES attachments ON DELETE CASCADE
    ) STRICT;
  `,
};
