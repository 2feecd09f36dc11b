/**
 * Files that log entries and instructions name. They come in pieces, and leave the database when they are complete and a
 * place outside is set (docs/decisions/0052-attachments-outside-the-database.md).
 */
export const attachmentTables = `
    -- Files in pieces, as they were sent.
    CREATE TABLE attachments (
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      media_type text NOT NULL,
      total integer NOT NULL,
      received integer NOT NULL DEFAULT 0 CHECK (received <= total),
      complete boolean NOT NULL DEFAULT false,
      begun_at bigint NOT NULL,
      touched_at bigint NOT NULL DEFAULT 0,
      removed boolean NOT NULL DEFAULT false,
      token_id integer NOT NULL REFERENCES tokens (id),
      -- The file outside that has the bytes; NULL = they are in attachment_pieces.
      file text,
      PRIMARY KEY (environment, customer_id, sha256)
    );
    CREATE INDEX attachments_by_age ON attachments (begun_at);
    CREATE INDEX attachments_unfinished ON attachments (token_id) WHERE NOT complete;
    CREATE INDEX attachments_removed ON attachments (environment) WHERE removed;
    CREATE INDEX attachments_to_move ON attachments (begun_at) WHERE complete AND NOT removed AND file IS NULL;

    -- Files outside that no attachment has: about to be written, or to be deleted (since = 0).
    CREATE TABLE stray_files (
      name text PRIMARY KEY,
      since bigint NOT NULL
    );
    CREATE FUNCTION attachment_leaves_file() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO stray_files (name, since) VALUES (OLD.file, 0);
      RETURN NULL;
    END $$;
    CREATE TRIGGER attachments_leave_files AFTER DELETE ON attachments
      FOR EACH ROW WHEN (OLD.file IS NOT NULL) EXECUTE FUNCTION attachment_leaves_file();

    CREATE TABLE attachment_pieces (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      start integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256, start),
      FOREIGN KEY (environment, customer_id, sha256) REFERENCES attachments ON DELETE CASCADE
    );
  `;
