import { z } from 'zod';
import { environment, customerId } from '../../../shared/ids.ts';
import {
  type AccessToken,
  accessTokens,
  type NewToken,
  type StoredToken,
  type TokenRotation,
  type TokenUse,
  type FoundToken,
  type WantedToken,
  TOKEN_COLUMNS,
  tokenRow,
  DEVICE_KEY_COLUMNS,
  deviceKeyRow,
  type DeviceKeysQuery,
  type DeviceKeyToKeep,
} from '../tokens-store.ts';
import type { Instant } from '../../../shared/time.ts';
import { groupCommit } from '../write-queues.ts';
import { bigint, type Database, type Queries } from './database.ts';
import { DAILY_BYTES, DAILY_ENTRIES, dayOf, DAILY_KEYS, startOfDay } from '../budgets.ts';
import { randomUUID } from 'node:crypto';
import type { DeviceKey } from '../../../shared/relay/access.ts';
import type { DevicePublicKey } from '../../../shared/relay/signing.ts';
import { DURABLE, lockSubject } from './locks.ts';

/* Tokens, their daily budgets and the keys of laptops in PostgreSQL. */

const rowOfToken = tokenRow(z.array(customerId), z.array(environment), bigint);
const foundRows = z.array(z.object({ token: z.string().nullable() }));
const idRow = z.tuple([z.object({ id: z.number() })]);

/** The queries on bearer tokens. Only hashes are stored. @param reserved connections that no laptop's query takes. */
export function tokensQueries(database: Database, reserved: Database, origin: string) {
  const accessToken = accessTokens();
  const lookUpTokens = groupCommit(async (wanted: readonly WantedToken[]): Promise<readonly FoundToken[]> => {
    const rows = await database.query({
      name: 'find-tokens',
      text: `SELECT found.token FROM (
          SELECT substr($1::bytea, (n - 1)::integer * 32 + 1, 32) AS hash, at, n
          FROM unnest($2::bigint[]) WITH ORDINALITY AS instants (at, n)
        ) AS wanted
        LEFT JOIN LATERAL (
          SELECT json_build_array(id, name, role, customers, environments)::text AS token FROM tokens
          WHERE id = coalesce((SELECT own.id FROM tokens AS own WHERE own.hash = wanted.hash),
              (SELECT token_id FROM old_tokens WHERE old_tokens.hash = wanted.hash AND until > wanted.at))
            AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > wanted.at)
          LIMIT 1
        ) AS found ON true
        ORDER BY n`,
      // The driver's own serialiser of arrays examines every character.
      values: [Buffer.concat(wanted.map(({ hash }) => hash)), `{${wanted.map(({ at }) => at).join(',')}}`],
    });
    return foundRows.parse(rows).map(({ token }) => ({ token: token === null ? null : accessToken(token) }));
  });
  return {
    add: async (token: NewToken): Promise<number> => {
      const rows = await database.query({
        text: `INSERT INTO tokens (hash, name, role, customers, created_at, expires_at, environments)
          VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, ${DURABLE}`,
        values: [
          token.hash,
          token.name,
          token.role,
          token.customers,
          token.createdAt,
          token.expiresAt,
          token.environments,
        ],
      });
      return idRow.parse(rows)[0].id;
    },
    /**
     * One query for all concurrent callers: a result wakes every laptop of its customer at once. No caller gets a query
     * that began before its call, so a revoked token gets nothing from the revocation on.
     */
    findActive: async (hash: Buffer, at: Instant): Promise<AccessToken | null> =>
      (await lookUpTokens.add({ hash, at })).token,
    list: async (): Promise<readonly StoredToken[]> => {
      const rows = await database.query({ text: `SELECT ${TOKEN_COLUMNS} FROM tokens ORDER BY id` });
      return rows.map((row) => rowOfToken.parse(row));
    },
    /** Notifies every replica, so that waiting polls of this token end. */
    revoke: async (id: number, at: Instant): Promise<boolean> => {
      const revoked = await reserved.query({
        text: `WITH revoked AS (UPDATE tokens SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL RETURNING 1)
          SELECT pg_notify('relay_changes', $3 || ' *'), ${DURABLE} FROM revoked`,
        values: [id, at, origin],
      });
      return revoked.length > 0;
    },
    rotate: async (id: number, { hash, oldUntil }: TokenRotation): Promise<boolean> => {
      const rotated = await database.query({
        text: `WITH token AS MATERIALIZED (
            SELECT id, hash FROM tokens WHERE id = $1 AND revoked_at IS NULL FOR UPDATE
          ), earlier AS (
            UPDATE old_tokens SET until = least(until, $3) FROM token WHERE token_id = token.id
          ), kept AS (
            INSERT INTO old_tokens (hash, token_id, until) SELECT hash, id, $3 FROM token
          ), rotated AS (
            UPDATE tokens SET hash = $2 FROM token WHERE tokens.id = token.id RETURNING 1
          )
          SELECT pg_notify('relay_changes', $4 || ' *'), ${DURABLE} FROM rotated`,
        values: [id, hash, oldUntil, origin],
      });
      return rotated.length > 0;
    },
    dropReplaced: async (until: Instant): Promise<number> => {
      const dropped = await database.query({
        text: 'DELETE FROM old_tokens WHERE until <= $1 RETURNING 1 AS dropped',
        values: [until],
      });
      return dropped.length;
    },
    noteUses: async (uses: readonly TokenUse[]): Promise<void> => {
      await database.query({
        // Inserted in a fixed order, so that two replicas cannot deadlock.
        text: `WITH used AS (
            SELECT tokens.id, one.at
            FROM tokens JOIN unnest($1::integer[], $2::bigint[]) AS one (id, at) USING (id)
            WHERE coalesce(last_used_at, one.at - 1) < one.at
            ORDER BY id FOR UPDATE OF tokens
          )
          UPDATE tokens SET last_used_at = used.at FROM used WHERE tokens.id = used.id`,
        values: [uses.map(({ tokenId }) => tokenId), uses.map(({ at }) => at)],
      });
    },
  };
}

/**
 * Adds to the day's use of a token, within the transaction that keeps the data. The row stays locked until the commit,
 * also for other replicas.
 *
 * @returns false, and nothing is counted, when it would exceed the daily budget.
 */
export async function takeOfDay(
  { query }: Queries,
  { tokenId, receivedAt }: { readonly tokenId: number; readonly receivedAt: Instant },
  { entries, bytes }: { readonly entries: number; readonly bytes: number },
): Promise<boolean> {
  const taken = await query({
    name: 'take-of-day',
    text: `WITH past AS (DELETE FROM token_days WHERE token_id = $1 AND day < $2)
      INSERT INTO token_days AS known (token_id, day, entries, bytes)
      SELECT $1::integer, $2::integer, $3::bigint, $4::bigint WHERE $3::bigint <= $5::bigint AND $4::bigint <= $6::bigint
      ON CONFLICT (token_id, day) DO UPDATE
        SET entries = known.entries + excluded.entries, bytes = known.bytes + excluded.bytes
        WHERE known.entries + excluded.entries <= $5::bigint AND known.bytes + excluded.bytes <= $6::bigint
      RETURNING 1 AS taken`,
    values: [tokenId, dayOf(receivedAt), entries, bytes, DAILY_ENTRIES, DAILY_BYTES],
  });
  return taken.length > 0;
}

/**
 * Takes back what `takeOfDay` counted in the same transaction, for an item that is refused by a rule that holds only under
 * the lock of the day, or that another transaction stored first.
 */
export async function giveBackOfDay(
  { query }: Queries,
  { tokenId, receivedAt }: { readonly tokenId: number; readonly receivedAt: Instant },
  { entries, bytes }: { readonly entries: number; readonly bytes: number },
): Promise<void> {
  await query({
    text: 'UPDATE token_days SET entries = entries - $3, bytes = bytes - $4 WHERE token_id = $1 AND day = $2',
    values: [tokenId, dayOf(receivedAt), entries, bytes],
  });
}

const JOINED = `SELECT ${DEVICE_KEY_COLUMNS} FROM device_keys JOIN tokens ON tokens.id = token_id`;

/** Keys of laptops. */
export function deviceKeyQueries(database: Database) {
  const find = async (
    { query }: Queries,
    tokenId: number,
    key: DevicePublicKey,
  ): Promise<DeviceKey | null> => {
    const [row] = await query({
      text: `${JOINED} WHERE token_id = $1 AND key = $2`,
      values: [tokenId, key],
    });
    return row === undefined ? null : deviceKeyRow.parse(row);
  };

  return {
    keep: ({ tokenId, key, storage, at }: DeviceKeyToKeep): Promise<DeviceKey | null> =>
      database.transaction(async (queries) => {
        // This lock also protects the sequences of the keys.
        await lockSubject(queries, 'device keys');
        const known = await find(queries, tokenId, key);
        if (known !== null) return known;
        await queries.query({
          text: `INSERT INTO device_keys (sequence, token_id, device, key, storage, registered_at)
            SELECT (SELECT coalesce(max(sequence), 0) + 1 FROM device_keys), $1::integer,
              coalesce((SELECT device FROM device_keys WHERE token_id = $1::integer LIMIT 1), $2), $3, $4, $5::bigint
            WHERE (SELECT count(*) FROM device_keys WHERE token_id = $1::integer AND registered_at >= $6::bigint) < $7`,
          values: [tokenId, randomUUID(), key, storage, at, startOfDay(at), DAILY_KEYS],
        });
        return find(queries, tokenId, key);
      }),
    has: async (tokenId: number, key: DevicePublicKey): Promise<boolean> =>
      (await find(database, tokenId, key)) !== null,
    read: async ({
      environment,
      customerId,
      after,
      limit,
    }: DeviceKeysQuery): Promise<readonly DeviceKey[]> => {
      const rows = await database.query({
        text: `${JOINED}
          WHERE sequence > $3 AND (tokens.customers IS NULL OR $2 = ANY (tokens.customers))
            AND (tokens.environments IS NULL OR $1 = ANY (tokens.environments))
          ORDER BY sequence LIMIT $4`,
        values: [environment, customerId, after, limit],
      });
      return rows.map((row) => deviceKeyRow.parse(row));
    },
  };
}
