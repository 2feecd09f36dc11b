import type { Migration } from '../../migration.ts';

/**
 * Everything of schema version 2 of the SQLite store, and the two functions that every replica works with.
 *
 * A sequence is given under the lock of the one row of `store`, which is held until the commit: so they become visible
 * in order and without a gap, whatever number of replicas write (docs/decisions/0005-feed-order.md). `identity` is a digest, because
 * a checksum may be longer than an index takes and hold what a text may not.
 */
export const start: Migration = {
  version: 1,
  sql: `
    CREATE TABLE store (
      id integer PRIMARY KEY CHECK (id = 1),
      floor bigint NOT NULL,
      head bigint NOT NULL CHECK (head >= floor)
    );
    INSERT INTO store (id, floor, head) VALUES (1, 0, 0);

    CREATE TABLE feed_epochs (
      first_sequence bigint PRIMARY KEY CHECK (first_sequence >= 0),
      epoch text NOT NULL UNIQUE CHECK (length(epoch) = 16),
      server_run text NOT NULL
    );

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

    CREATE TABLE tokens (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
      name text NOT NULL,
      role text NOT NULL CHECK (role IN ('installer', 'supervisor', 'admin')),
      customers integer[],
      created_at bigint NOT NULL,
      revoked_at bigint
    );

    CREATE TABLE reads (
      token_id integer NOT NULL REFERENCES tokens (id),
      environment text NOT NULL CHECK (environment IN ('uat', 'prod')),
      customer_id integer NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (token_id, environment, customer_id)
    );

    -- Another one after each start of a server, on another server and in a database that was restored from a dump.
    CREATE FUNCTION server_run() RETURNS text LANGUAGE sql STABLE AS $$
      SELECT concat_ws('/', extract(epoch FROM pg_postmaster_start_time()), 'store'::regclass::oid,
        (SELECT oid FROM pg_database WHERE datname = current_database()))
    $$;

    CREATE FUNCTION new_epoch() RETURNS text LANGUAGE sql VOLATILE AS $$
      SELECT left(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 16)
    $$;

    INSERT INTO feed_epochs VALUES (0, new_epoch(), server_run());

    CREATE FUNCTION epoch_at(at_sequence bigint) RETURNS text LANGUAGE sql STABLE AS $$
      SELECT epoch FROM feed_epochs WHERE first_sequence <= at_sequence ORDER BY first_sequence DESC LIMIT 1
    $$;

    -- Keeps a group in one commit. Answers which of them were new. Tells the other replicas which feeds grew.
    CREATE FUNCTION keep_results(
      origin text, environments text[], kinds text[], customers integer[], identities bytea[], bodies bytea[],
      arrived_at bigint[]
    ) RETURNS boolean[] LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
      head_before bigint;
      head_now bigint;
      fresh boolean[] := '{}';
      grown text;
    BEGIN
      -- Anything weaker answers 204 before the result is on disk.
      IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      SELECT head INTO STRICT head_before FROM store FOR UPDATE;
      head_now := head_before;
      FOR i IN 1 .. cardinality(identities) LOOP
        UPDATE results
          SET deliveries = deliveries + 1, last_received_at = greatest(last_received_at, arrived_at[i])
          WHERE identity = identities[i];
        fresh[i] := NOT FOUND;
        IF fresh[i] THEN
          head_now := head_now + 1;
          INSERT INTO results
            (sequence, environment, kind, customer_id, identity, body, first_received_at, last_received_at)
            VALUES (head_now, environments[i], kinds[i], customers[i], identities[i], bodies[i], arrived_at[i],
              arrived_at[i]);
        END IF;
      END LOOP;
      INSERT INTO arrivals AS known (environment, last_received_at)
        SELECT one.environment, max(one.at) FROM unnest(environments, arrived_at) AS one (environment, at)
        GROUP BY one.environment
        ON CONFLICT (environment) DO UPDATE
          SET last_received_at = greatest(known.last_received_at, excluded.last_received_at);
      IF head_now > head_before THEN
        INSERT INTO feed_epochs
          SELECT head_before + 1, new_epoch(), server_run()
          WHERE server_run() <> (SELECT server_run FROM feed_epochs ORDER BY first_sequence DESC LIMIT 1);
        UPDATE store SET head = head_now;
        SELECT string_agg(DISTINCT one.environment || '/' || one.customer, ',') INTO grown
          FROM unnest(environments, customers, fresh) AS one (environment, customer, fresh) WHERE one.fresh;
        -- A notification takes at most 8000 bytes.
        PERFORM pg_notify('relay_changes', origin || ' ' || CASE WHEN length(grown) > 7000 THEN '*' ELSE grown END);
      END IF;
      RETURN fresh;
    END
    $$;
  `,
};
