import type { Migration } from '../../store.ts';
import { officeTables } from './office-tables.ts';

/** The whole schema of relay.db. Each group of tables has its own reader and writer in this store. */
export const start: Migration = {
  version: 1,
  sql: `
    -- Tokens. The token before a rotation may still be used until old_until.
    CREATE TABLE tokens (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('installer', 'supervisor', 'admin')),
      customers TEXT,
      environments TEXT,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER,
      expires_at INTEGER,
      last_used_at INTEGER
    ) STRICT;

    -- The hashes that rotations replaced: each still opens its token until then.
    CREATE TABLE old_tokens (
      hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX old_tokens_by_token ON old_tokens (token_id);

    -- Quotas of a token. Days are counted from the Unix epoch, in UTC.
    CREATE TABLE token_days (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      day INTEGER NOT NULL,
      entries INTEGER NOT NULL DEFAULT 0,
      bytes INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (token_id, day)
    ) STRICT, WITHOUT ROWID;

    -- Keys of laptops. device is the same for all keys of a token, and no other store gives the same one.
    CREATE TABLE device_keys (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      device TEXT NOT NULL,
      key TEXT NOT NULL,
      storage TEXT NOT NULL,
      registered_at INTEGER NOT NULL,
      UNIQUE (token_id, key)
    ) STRICT;

    -- Results. No result up to the floor is kept.
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      floor INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO store (id) VALUES (1);

    -- From which sequence on each epoch gave the sequences.
    CREATE TABLE feed_epochs (
      first_sequence INTEGER PRIMARY KEY CHECK (first_sequence >= 0),
      epoch TEXT NOT NULL UNIQUE CHECK (length(epoch) = 16)
    ) STRICT;
    INSERT INTO feed_epochs (first_sequence, epoch) VALUES (0, lower(hex(randomblob(8))));

    -- The key of a result is the spec's anchors (part 6): operation type, customer, assignment and checksum. The outcome belongs to it:
    -- a failed and a later successful result of one request are two facts. AUTOINCREMENT: no sequence is given twice, also after a drop.
    CREATE TABLE results (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      kind TEXT NOT NULL CHECK (kind IN ('created', 'updated', 'deleted')),
      customer_id INTEGER NOT NULL,
      subject TEXT NOT NULL,
      checksum TEXT NOT NULL,
      succeeded INTEGER NOT NULL CHECK (succeeded IN (0, 1)),
      body BLOB NOT NULL,
      first_received_at INTEGER NOT NULL,
      last_received_at INTEGER NOT NULL,
      deliveries INTEGER NOT NULL DEFAULT 1,
      UNIQUE (environment, kind, customer_id, subject, checksum, succeeded)
    ) STRICT;
    CREATE INDEX results_of_customer ON results (environment, customer_id, sequence);

    CREATE TABLE arrivals (
      environment TEXT PRIMARY KEY CHECK (environment IN ('uat', 'prod')),
      last_received_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- How far each token has read each feed, so that retention can say whom it passes.
    CREATE TABLE reads (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    ) STRICT, WITHOUT ROWID;

    -- Webhooks that came with the right secret and are no results, for a person to look at.
    CREATE TABLE quarantine (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      event TEXT NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('payload', 'content-type', 'unknown-event', 'foreign-environment')),
      body BLOB NOT NULL,
      received_at INTEGER NOT NULL
    ) STRICT;

    -- Installation logs: a hash chain per laptop and profile. Only the token that opened a chain appends to it, continues or redacts it.
    CREATE TABLE log_chains (
      chain TEXT PRIMARY KEY,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      head INTEGER NOT NULL,
      head_hash TEXT NOT NULL,
      continues_chain TEXT,
      continues_number INTEGER,
      continues_hash TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX log_forks ON log_chains (environment, customer_id) WHERE continues_chain IS NOT NULL;

    -- redacted: words were removed on request; the hash stays the same.
    CREATE TABLE log_entries (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chain TEXT NOT NULL REFERENCES log_chains (chain),
      number INTEGER NOT NULL,
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      id TEXT NOT NULL,
      at INTEGER NOT NULL,
      clock_offset_ms INTEGER,
      worker TEXT NOT NULL,
      job_id TEXT,
      type TEXT NOT NULL,
      data TEXT NOT NULL,
      previous_hash TEXT NOT NULL,
      hash TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      redacted INTEGER NOT NULL DEFAULT 0 CHECK (redacted IN (0, 1)),
      UNIQUE (chain, number)
    ) STRICT;
    CREATE INDEX log_entries_of_customer ON log_entries (environment, customer_id, sequence);
    CREATE INDEX log_entries_of_job ON log_entries (job_id, sequence) WHERE job_id IS NOT NULL;
    CREATE INDEX log_entries_shared ON log_entries (environment, customer_id, sequence)
      WHERE type IN ('box-mounted', 'box-leaves', 'box-marked');

    -- The signature of a batch is kept with its last entry.
    CREATE TABLE log_signatures (
      chain TEXT NOT NULL REFERENCES log_chains (chain),
      last INTEGER NOT NULL,
      key TEXT NOT NULL,
      first INTEGER NOT NULL,
      signature TEXT NOT NULL,
      sequence INTEGER NOT NULL REFERENCES log_entries (sequence) ON DELETE CASCADE,
      PRIMARY KEY (chain, last, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX log_signatures_of_entry ON log_signatures (sequence);

    -- Tokens whose log names a job, and the first entry that does.
    CREATE TABLE log_jobs (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      first_sequence INTEGER NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id, token_id)
    ) STRICT, WITHOUT ROWID;

    -- Files that a token's entries name, and the job. shared: a mounting note names the file, and each laptop of the customer may read it.
    CREATE TABLE log_digests (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      job_id TEXT NOT NULL,
      shared INTEGER NOT NULL CHECK (shared IN (0, 1)),
      PRIMARY KEY (environment, customer_id, sha256, token_id, job_id)
    ) STRICT, WITHOUT ROWID;

    -- Reviews, one row per revision.
    CREATE TABLE reviews (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      verdict TEXT NOT NULL CHECK (verdict IN ('approved', 'rework', 'reopened')),
      comment TEXT NOT NULL,
      reviewer TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      reason TEXT,
      pin TEXT NOT NULL,
      worker TEXT NOT NULL DEFAULT '',
      based_on INTEGER,
      signed_key TEXT,
      signature TEXT,
      UNIQUE (environment, customer_id, job_id, revision)
    ) STRICT;
    CREATE INDEX reviews_of_customer ON reviews (environment, customer_id, sequence);

    CREATE TABLE review_reads (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    ) STRICT, WITHOUT ROWID;

    -- The last revision of a job whose reviews were dropped, so that the next one counts on.
    CREATE TABLE review_revisions (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      revision INTEGER NOT NULL,
      PRIMARY KEY (environment, customer_id, job_id)
    ) STRICT, WITHOUT ROWID;

    -- The number of reviews that were dropped by age before a token read them, over all times.
    CREATE TABLE missed_reviews (
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      reviews INTEGER NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    ) STRICT, WITHOUT ROWID;

    -- Files in pieces, as they were sent.
    CREATE TABLE attachments (
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      media_type TEXT NOT NULL,
      total INTEGER NOT NULL,
      received INTEGER NOT NULL DEFAULT 0 CHECK (received <= total),
      complete INTEGER NOT NULL DEFAULT 0 CHECK (complete IN (0, 1)),
      begun_at INTEGER NOT NULL,
      touched_at INTEGER NOT NULL DEFAULT 0,
      removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      -- The file outside that has the bytes; NULL = they are in attachment_pieces.
      file TEXT,
      PRIMARY KEY (environment, customer_id, sha256)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX attachments_by_age ON attachments (begun_at);
    CREATE INDEX attachments_unfinished ON attachments (token_id) WHERE complete = 0;
    CREATE INDEX attachments_removed ON attachments (environment) WHERE removed = 1;
    CREATE INDEX attachments_to_move ON attachments (begun_at) WHERE complete = 1 AND removed = 0 AND file IS NULL;

    -- Files outside that no attachment has: about to be written, or to be deleted (since = 0).
    CREATE TABLE stray_files (
      name TEXT PRIMARY KEY,
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER attachments_leave_files AFTER DELETE ON attachments WHEN OLD.file IS NOT NULL
    BEGIN
      INSERT INTO stray_files (name, since) VALUES (OLD.file, 0);
    END;

    CREATE TABLE attachment_pieces (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      sha256 TEXT NOT NULL,
      start INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      UNIQUE (environment, customer_id, sha256, start),
      FOREIGN KEY (environment, customer_id, sha256) REFERENCES attachments ON DELETE CASCADE
    ) STRICT;

    -- Removals on request: for laptops to read, and so that removed data is not taken again.
    CREATE TABLE removals (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      received_at INTEGER NOT NULL,
      things TEXT NOT NULL
    ) STRICT;
    CREATE INDEX removals_of_customer ON removals (environment, customer_id, sequence);

    CREATE TABLE removed (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      what TEXT NOT NULL CHECK (what IN ('job', 'review', 'photo', 'plan')),
      name TEXT NOT NULL,
      PRIMARY KEY (environment, customer_id, what, name)
    ) STRICT, WITHOUT ROWID;

    -- Which laptop has taken which hand-over of a job. A turn is held for ever: an old file never becomes free.
    CREATE TABLE hand_overs (
      environment TEXT NOT NULL,
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      turn INTEGER NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      code TEXT NOT NULL,
      claimed_at INTEGER NOT NULL,
      -- Of a rescue: shows the laptop whose job was continued that its crew did it; null = taken over by a file.
      proof TEXT,
      PRIMARY KEY (environment, customer_id, job_id, turn)
    ) STRICT, WITHOUT ROWID;

    -- Unfinished jobs as their laptops mirror them, sealed with the key of the crew.
    CREATE TABLE mirrors (
      environment TEXT NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id INTEGER NOT NULL,
      job_id TEXT NOT NULL,
      token_id INTEGER NOT NULL REFERENCES tokens (id),
      code TEXT NOT NULL,
      turn INTEGER NOT NULL,
      version TEXT NOT NULL,
      label TEXT NOT NULL,
      content TEXT NOT NULL,
      kept_at INTEGER NOT NULL,
      seen_at INTEGER NOT NULL,
      UNIQUE (environment, customer_id, job_id, token_id, code)
    ) STRICT;
    CREATE INDEX mirrors_of_laptop ON mirrors (token_id, code);
    CREATE INDEX mirrors_by_age ON mirrors (seen_at);

    ${officeTables}
  `,
};
