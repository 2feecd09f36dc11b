import type { Migration } from '../../store.ts';
import { keepingFunctions } from './keeping-functions.ts';
import { officeTables } from './office-tables.ts';

/**
 * The whole schema of the PostgreSQL store: the tables of the SQLite store (described in
 * `../../sqlite/migrations/0001-start.ts`), and the functions that the replicas call.
 *
 * A sequence of results is assigned under the lock of the only row of `store`, a sequence of logs and reviews under
 * that of `log_sequences`. The lock is held until the commit, so that sequences become visible in order and without
 * gaps, whatever the number of replicas (docs/decisions/0005-feed-order.md).
 */
export const start: Migration = {
  version: 1,
  sql: `
    -- Tokens. The token before a rotation may still be used until old_until.
    CREATE TABLE tokens (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
      name text NOT NULL,
      role text NOT NULL CHECK (role IN ('installer', 'supervisor', 'admin')),
      customers integer[],
      environments text[],
      created_at bigint NOT NULL,
      revoked_at bigint,
      expires_at bigint,
      last_used_at bigint
    );

    -- The hashes that rotations replaced: each still opens its token until then.
    CREATE TABLE old_tokens (
      hash bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
      token_id integer NOT NULL REFERENCES tokens (id),
      until bigint NOT NULL
    );
    CREATE INDEX old_tokens_by_token ON old_tokens (token_id);

    -- Quotas of a token. Days are counted from the Unix epoch, in UTC.
    CREATE TABLE token_days (
      token_id integer NOT NULL REFERENCES tokens (id),
      day integer NOT NULL,
      entries bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (token_id, day)
    );

    -- Keys of laptops. device is the same for all keys of a token, and no other store gives the same one.
    CREATE TABLE device_keys (
      sequence bigint PRIMARY KEY,
      token_id integer NOT NULL REFERENCES tokens (id),
      device text NOT NULL,
      key text NOT NULL,
      storage text NOT NULL,
      registered_at bigint NOT NULL,
      UNIQUE (token_id, key)
    );

    -- Results. No result up to the floor is kept; head is the newest sequence.
    CREATE TABLE store (
      id integer PRIMARY KEY CHECK (id = 1),
      floor bigint NOT NULL,
      head bigint NOT NULL CHECK (head >= floor)
    );
    INSERT INTO store (id, floor, head) VALUES (1, 0, 0);

    -- From which sequence on each epoch gave the sequences.
    CREATE TABLE feed_epochs (
      first_sequence bigint PRIMARY KEY CHECK (first_sequence >= 0),
      epoch text NOT NULL UNIQUE CHECK (length(epoch) = 16),
      server_run text NOT NULL
    );

    -- identity is the digest of the spec's anchors (part 6) and the outcome: a checksum may be longer than an index takes, and may hold
    -- characters that a text may not.
    CREATE TABLE results (
      sequence bigint PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      kind text NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
      customer_id integer NOT NULL,
      identity bytea NOT NULL UNIQUE CHECK (octet_length(identity) = 32),
      body bytea NOT NULL,
      first_received_at bigint NOT NULL,
      last_received_at bigint NOT NULL,
      deliveries integer NOT NULL DEFAULT 1
    );
    CREATE INDEX results_of_customer ON results (environment, customer_id, sequence);

    CREATE TABLE arrivals (
      environment text PRIMARY KEY CHECK (environment IN ('uat', 'prod')),
      last_received_at bigint NOT NULL
    );

    -- How far each token has read each feed, so that retention can say whom it passes.
    CREATE TABLE reads (
      token_id integer NOT NULL REFERENCES tokens (id),
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    );

    -- Webhooks that came with the right secret and are no results, for a person to look at.
    CREATE TABLE quarantine (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      event text NOT NULL,
      reason text NOT NULL CHECK (reason IN ('payload', 'content-type', 'unknown-event', 'foreign-environment')),
      body bytea NOT NULL,
      received_at bigint NOT NULL
    );

    CREATE TABLE log_sequences (
      id integer PRIMARY KEY CHECK (id = 1),
      entries bigint NOT NULL,
      reviews bigint NOT NULL
    );
    INSERT INTO log_sequences (id, entries, reviews) VALUES (1, 0, 0);

    -- Installation logs: a hash chain per laptop and profile. Only the token that opened a chain appends to it, continues or redacts it.
    CREATE TABLE log_chains (
      chain text PRIMARY KEY,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      head bigint NOT NULL,
      head_hash text NOT NULL,
      continues_chain text,
      continues_number bigint,
      continues_hash text
    );
    CREATE INDEX log_forks ON log_chains (environment, customer_id) WHERE continues_chain IS NOT NULL;

    -- redacted: words were removed on request; the hash stays the same.
    CREATE TABLE log_entries (
      sequence bigint PRIMARY KEY,
      chain text NOT NULL REFERENCES log_chains (chain),
      number bigint NOT NULL,
      environment text NOT NULL,
      customer_id integer NOT NULL,
      id text NOT NULL,
      at bigint NOT NULL,
      clock_offset_ms bigint,
      worker text NOT NULL,
      job_id text,
      type text NOT NULL,
      data text NOT NULL,
      previous_hash text NOT NULL,
      hash text NOT NULL,
      received_at bigint NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      redacted integer NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1)),
      UNIQUE (chain, number)
    );
    CREATE INDEX log_entries_of_customer ON log_entries (environment, customer_id, sequence);
    CREATE INDEX log_entries_of_job ON log_entries (job_id, sequence) WHERE job_id IS NOT NULL;
    CREATE INDEX log_entries_shared ON log_entries (environment, customer_id, sequence)
      WHERE type IN ('box-mounted', 'box-leaves', 'box-marked');

    -- The signature of a batch is kept with its last entry.
    CREATE TABLE log_signatures (
      chain text NOT NULL REFERENCES log_chains (chain),
      last bigint NOT NULL,
      key text NOT NULL,
      first bigint NOT NULL,
      signature text NOT NULL,
      sequence bigint NOT NULL REFERENCES log_entries (sequence) ON DELETE CASCADE,
      PRIMARY KEY (chain, last, key)
    );
    CREATE INDEX log_signatures_of_entry ON log_signatures (sequence);

    -- Tokens whose log names a job, and the first entry that does.
    CREATE TABLE log_jobs (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      first_sequence bigint NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, token_id)
    );

    -- Files that a token's entries name, and the job. shared: a mounting note names the file, and each laptop of the customer may read it.
    CREATE TABLE log_digests (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sha256 text NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      job_id text NOT NULL,
      shared boolean NOT NULL,
      PRIMARY KEY (environment, customer_id, sha256, token_id, job_id)
    );

    -- Reviews, one row per revision.
    CREATE TABLE reviews (
      sequence bigint PRIMARY KEY,
      id text NOT NULL UNIQUE,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      revision integer NOT NULL,
      verdict text NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
      comment text NOT NULL,
      reviewer text NOT NULL,
      received_at bigint NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      reason text,
      pin text NOT NULL,
      worker text NOT NULL DEFAULT '',
      based_on integer,
      signed_key text,
      signature text,
      UNIQUE (environment, customer_id, job_id, revision)
    );
    CREATE INDEX reviews_of_customer ON reviews (environment, customer_id, sequence);

    CREATE TABLE review_reads (
      token_id integer NOT NULL REFERENCES tokens (id),
      environment text NOT NULL,
      customer_id integer NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    );

    -- The last revision of a job whose reviews were dropped, so that the next one counts on.
    CREATE TABLE review_revisions (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      revision integer NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id)
    );

    -- The number of reviews that were dropped by age before a token read them, over all times.
    CREATE TABLE missed_reviews (
      token_id integer NOT NULL REFERENCES tokens (id),
      environment text NOT NULL,
      customer_id integer NOT NULL,
      reviews bigint NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    );

    -- Files that log entries and instructions name. They come in pieces, as they were sent, and leave the database when they
    -- are complete and a place outside is set (docs/decisions/0052-attachments-outside-the-database.md).
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

    -- Removals on request: for laptops to read, and so that removed data is not taken again.
    CREATE TABLE removals (
      sequence bigint PRIMARY KEY,
      id text NOT NULL UNIQUE,
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      received_at bigint NOT NULL,
      things text NOT NULL
    );
    CREATE INDEX removals_of_customer ON removals (environment, customer_id, sequence);

    CREATE TABLE removed (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      what text NOT NULL CHECK (what IN ('job', 'review', 'photo', 'plan')),
      name text NOT NULL,
      PRIMARY KEY (environment, customer_id, what, name)
    );

    -- Which laptop has taken which hand-over of a job. A turn is held for ever: an old file never becomes free.
    CREATE TABLE hand_overs (
      environment text NOT NULL,
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      turn integer NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      code text NOT NULL,
      claimed_at bigint NOT NULL,
      -- Of a rescue: shows the laptop whose job was continued that its crew did it; null = taken over by a file.
      proof text,
      PRIMARY KEY (environment, customer_id, job_id, turn)
    );

    -- Unfinished jobs as their laptops mirror them, sealed with the key of the crew.
    CREATE TABLE mirrors (
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      job_id text NOT NULL,
      token_id integer NOT NULL REFERENCES tokens (id),
      code text NOT NULL,
      turn integer NOT NULL,
      version text NOT NULL,
      label text NOT NULL,
      content text NOT NULL,
      kept_at bigint NOT NULL,
      seen_at bigint NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, token_id, code)
    );
    CREATE INDEX mirrors_of_laptop ON mirrors (token_id, code);
    CREATE INDEX mirrors_by_age ON mirrors (seen_at);

    ${officeTables}
    ${keepingFunctions}
  `,
};
