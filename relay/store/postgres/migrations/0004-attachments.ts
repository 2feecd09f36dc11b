import type { Migration } from '../../migration.ts';

/** Version 5 of the SQLite store: files in pieces, as they were sent. */
export const attachments: Migration = {
  version: 4,
  sql: `
    CREATE TABLE attachments (
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      media_type text NOT NULL,
      total integer NOT NULL,
      received integer NOT NULL DEFAULT 0 CHECK (received <= total),
      complete boolean NOT NULL DEFAULT false,
      begun_at bigint NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      PRIMARY KEY (environment, customer_id, sha256)
    );

    CREATE TABLE attachment_pieces (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      start integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256, start),
      FOREIGN KEY (environment, customer_id, sha256) REFERENCES attachments ON DELETE CASCADE
    );
  `,
};
