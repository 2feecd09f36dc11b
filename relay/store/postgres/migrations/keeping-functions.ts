/**
 * The SQL functions that store groups of results: one statement per group; bodies and identities are passed as one
 * binary value each, without conversion to text.
 *
 * The joins of `keep_group` are forced to use indexes: a plan is made once per connection, often while the table is
 * empty, and would scan the whole table when it is large. JIT is off, because without sequential scans the
 * planner's cost of the row of `store` would trigger a compilation that takes longer than the statement.
 *
 * `keep_new_group` is the fast path for a group without known results, which nearly every group is: one insert. If
 * one of the results is known, the insert is rolled back and `keep_group` examines each result. Each connection
 * checks once whether a new epoch begins: a restart of the server ends all connections, and a table restored from a
 * dump has another oid.
 */
export const keepingFunctions = `
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

    -- Keeps a group in one commit. Answers which of them were new, and notifies the other replicas of the feeds that grew.
    CREATE FUNCTION keep_group(
      origin text, environments text[], kinds text[], customers integer[], identities bytea, lengths integer[], bodies bytea,
      arrived_at bigint[]
    ) RETURNS boolean[] LANGUAGE plpgsql VOLATILE
    SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off
    AS $$
    DECLARE
      head_before bigint;
      added integer[];
      fresh boolean[] := array_fill(false, ARRAY[cardinality(lengths)]);
      place integer;
      grown text;
    BEGIN
      -- Anything weaker answers 204 before the result is on disk.
      IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      SELECT head INTO STRICT head_before FROM store FOR UPDATE;
      WITH arrived AS MATERIALIZED (
        SELECT n::integer AS n, substring(identities FROM (32 * n - 31)::integer FOR 32) AS identity,
          size, (sum(size) OVER (ORDER BY n) - size)::integer AS starts, moment
        FROM unnest(lengths, arrived_at) WITH ORDINALITY AS one (size, moment, n)
      ), different AS MATERIALIZED (
        SELECT identity, min(n) AS n, max(moment) AS last_moment, count(*)::integer AS times
        FROM arrived GROUP BY identity
      ), known AS (
        UPDATE results
          SET deliveries = deliveries + times, last_received_at = greatest(last_received_at, last_moment)
          FROM different WHERE results.identity = different.identity
          RETURNING different.n
      ), unknown AS MATERIALIZED (
        SELECT * FROM different WHERE n NOT IN (SELECT known.n FROM known)
      ), kept AS (
        INSERT INTO results
          (sequence, environment, kind, customer_id, identity, body, first_received_at, last_received_at, deliveries)
          SELECT head_before + row_number() OVER (ORDER BY n), environments[n], kinds[n], customers[n], unknown.identity,
            substring(bodies FROM starts + 1 FOR size), moment, last_moment, times
          FROM unknown JOIN arrived USING (n)
      )
      SELECT array_agg(n) INTO added FROM unknown;
      INSERT INTO arrivals AS seen (environment, last_received_at)
        SELECT one.environment, max(one.moment) FROM unnest(environments, arrived_at) AS one (environment, moment)
        GROUP BY one.environment
        ON CONFLICT (environment) DO UPDATE
          SET last_received_at = greatest(seen.last_received_at, excluded.last_received_at);
      IF added IS NOT NULL THEN
        FOREACH place IN ARRAY added LOOP
          fresh[place] := true;
        END LOOP;
        INSERT INTO feed_epochs
          SELECT head_before + 1, new_epoch(), server_run()
          WHERE server_run() <> (SELECT server_run FROM feed_epochs ORDER BY first_sequence DESC LIMIT 1);
        UPDATE store SET head = head_before + cardinality(added);
        SELECT string_agg(DISTINCT environments[n] || '/' || customers[n], ',') INTO grown FROM unnest(added) AS n;
        -- A notification takes at most 8000 bytes.
        PERFORM pg_notify('relay_changes', origin || ' ' || CASE WHEN length(grown) > 7000 THEN '*' ELSE grown END);
      END IF;
      RETURN fresh;
    END
    $$;

    -- Answers which of them were new; null = all. starts: where each body begins, from 1. feeds: as notifications name them.
    CREATE FUNCTION keep_new_group(
      origin text, environments text[], kinds text[], customers integer[], identities bytea, lengths integer[], bodies bytea,
      arrived_at bigint[], starts integer[], feeds text
    ) RETURNS boolean[] LANGUAGE plpgsql VOLATILE AS $$
    DECLARE
      size integer := cardinality(lengths);
      head_before bigint;
    BEGIN
      -- Anything weaker answers 204 before the result is on disk.
      IF current_setting('synchronous_commit') = 'off' THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      BEGIN
        -- Under the lock of this row until the commit, as in keep_group.
        UPDATE store SET head = head + size RETURNING head - size INTO STRICT head_before;
        INSERT INTO results
          (sequence, environment, kind, customer_id, identity, body, first_received_at, last_received_at)
          SELECT head_before + n, environment, kind, customer, substring(identities FROM (32 * n - 31)::integer FOR 32),
            substring(bodies FROM start FOR length), moment, moment
          FROM unnest(environments, kinds, customers, starts, lengths, arrived_at) WITH ORDINALITY
            AS one (environment, kind, customer, start, length, moment, n);
      EXCEPTION WHEN unique_violation THEN
        RETURN keep_group(origin, environments, kinds, customers, identities, lengths, bodies, arrived_at);
      END;
      INSERT INTO arrivals AS seen (environment, last_received_at)
        SELECT one.environment, max(one.moment) FROM unnest(environments, arrived_at) AS one (environment, moment)
        GROUP BY one.environment
        ON CONFLICT (environment) DO UPDATE
          SET last_received_at = greatest(seen.last_received_at, excluded.last_received_at);
      IF current_setting('relay.epoch_asked', true) IS DISTINCT FROM 'store'::regclass::oid::text THEN
        INSERT INTO feed_epochs
          SELECT head_before + 1, new_epoch(), server_run()
          WHERE server_run() <> (SELECT server_run FROM feed_epochs ORDER BY first_sequence DESC LIMIT 1);
        PERFORM set_config('relay.epoch_asked', 'store'::regclass::oid::text, false);
      END IF;
      -- A notification takes at most 8000 bytes.
      PERFORM pg_notify('relay_changes', origin || ' ' || CASE WHEN length(feeds) > 7000 THEN '*' ELSE feeds END);
      RETURN NULL;
    END
    $$;
  `;
