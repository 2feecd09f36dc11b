import type { Migration } from '../../migration.ts';

/**
 * `keep_group` does what `keep_results` does, with one statement for the whole group instead of two for each result, and takes
 * bodies and identities as one value each, which need not be written as text. `keep_results` stays for replicas that still
 * run the version before.
 *
 * The joins go by index whatever the statistics say: a plan is made once per connection, often while the table is empty, and would
 * read it from end to end when it is large. Without seqscan the one row of `store` looks dear enough to be compiled (jit), which would
 * take longer than all the rest.
 */
export const keepInSets: Migration = {
  version: 5,
  sql: `
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
  `,
};
