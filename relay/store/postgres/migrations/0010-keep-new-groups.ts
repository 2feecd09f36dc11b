import type { Migration } from '../../migration.ts';

/**
 * `keep_new_group` keeps a group of which nothing is known yet, which nearly every group is: one insert, and what little a commit
 * needs beside it. Where something of it is known the insert is undone and `keep_group` looks at each of them.
 *
 * Each connection asks once whether a new epoch begins: a restart of the server ends all of them, and a table
 * that was recreated from a dump has another oid.
 */
export const keepNewGroups: Migration = {
  version: 10,
  sql: `
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
  `,
};
