import type Database from 'better-sqlite3';
import { z } from 'zod';
import { environment, customerId } from '../../../shared/ids.ts';
import { instant, type Instant } from '../../../shared/time.ts';
import {
  type NewToken,
  type StoredToken,
  type TokenRotation,
  type TokenUse,
  type FoundToken,
  type WantedToken,
  TOKEN_COLUMNS,
  accessTokens,
  tokenRow,
  DEVICE_KEY_COLUMNS,
  deviceKeyRow,
  type DeviceKeysQuery,
  type DeviceKeyToKeep,
} from '../tokens-store.ts';
import { DAILY_BYTES, DAILY_ENTRIES, dayOf, DAILY_KEYS, startOfDay } from '../budgets.ts';
import { randomUUID } from 'node:crypto';
import type { DeviceKey } from '../../../shared/relay/access.ts';
import type { DevicePublicKey } from '../../../shared/relay/signing.ts';

/* Tokens, their daily budgets, and the keys of laptops, in SQLite. A registered key is never changed or deleted. */

const customersText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(customerId));

const environmentsText = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(environment));

const rowOfToken = tokenRow(customersText, environmentsText, instant);

/** The queries on bearer tokens. Only hashes are stored. */
export function tokensTable(db: Database.Database) {
  const insert = db
    .prepare(
      `INSERT INTO tokens (hash, name, role, customers, environments, created_at, expires_at)
       VALUES (@hash, @name, @role, @customers, @environments, @createdAt, @expiresAt) RETURNING id`,
    )
    .pluck();
  const findActive = db
    .prepare(
      `SELECT json_array(id, name, role, json(customers), json(environments)) FROM tokens
       WHERE id = coalesce((SELECT id FROM tokens WHERE hash = @hash),
           (SELECT token_id FROM old_tokens WHERE hash = @hash AND until > @at))
         AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @at)`,
    )
    .pluck();
  const accessToken = accessTokens();
  const findAllActive = db.transaction((wanted: readonly WantedToken[]): readonly FoundToken[] =>
    wanted.map((one) => {
      const row = findActive.get(one);
      return { token: row === undefined ? null : accessToken(row) };
    }),
  );
  const all = db.prepare(`SELECT ${TOKEN_COLUMNS} FROM tokens ORDER BY id`);
  const revoke = db.prepare('UPDATE tokens SET revoked_at = @at WHERE id = @id AND revoked_at IS NULL');
  const endEarlier = db.prepare('UPDATE old_tokens SET until = min(until, @oldUntil) WHERE token_id = @id');
  const keepOld = db.prepare(
    `INSERT INTO old_tokens (hash, token_id, until)
     SELECT hash, id, @oldUntil FROM tokens WHERE id = @id AND revoked_at IS NULL`,
  );
  const rotate = db.prepare('UPDATE tokens SET hash = @hash WHERE id = @id AND revoked_at IS NULL');
  const dropReplaced = db.prepare('DELETE FROM old_tokens WHERE until <= ?');
  const use = db.prepare(
    'UPDATE tokens SET last_used_at = @at WHERE id = @tokenId AND coalesce(last_used_at, @at - 1) < @at',
  );

  return {
    add: (token: NewToken): number => {
      const customers = token.customers === null ? null : JSON.stringify(token.customers);
      const environments = token.environments === null ? null : JSON.stringify(token.environments);
      return db
        .transaction(() => z.number().parse(insert.get({ ...token, customers, environments })))
        .immediate();
    },
    /** From one snapshot. */
    findActive: (wanted: readonly WantedToken[]): readonly FoundToken[] => findAllActive(wanted),
    list: (): readonly StoredToken[] => all.all().map((row) => rowOfToken.parse(row)),
    revoke: (id: number, at: Instant): boolean =>
      db.transaction(() => revoke.run({ id, at }).changes > 0).immediate(),
    rotate: (id: number, rotation: TokenRotation): boolean =>
      db
        .transaction(() => {
          const { hash, oldUntil } = rotation;
          endEarlier.run({ id, oldUntil });
          keepOld.run({ id, oldUntil });
          return rotate.run({ id, hash }).changes > 0;
        })
        .immediate(),
    dropReplaced: (until: Instant): number => dropReplaced.run(until).changes,
    noteUses: (uses: readonly TokenUse[]): void =>
      db
        .transaction(() => {
          for (const one of uses) use.run(one);
        })
        .immediate(),
  };
}

type Bringing = { readonly tokenId: number; readonly receivedAt: Instant };

const today = z.object({ entries: z.number(), bytes: z.number() });

/** Adds to the token's use of the day. Must be called within the transaction that stores the data. */
export function takingOfDay(db: Database.Database) {
  const add = db.prepare(
    `INSERT INTO token_days (token_id, day, entries, bytes) VALUES (@tokenId, @day, @entries, @bytes)
     ON CONFLICT DO UPDATE SET entries = entries + excluded.entries, bytes = bytes + excluded.bytes`,
  );
  const read = db.prepare('SELECT entries, bytes FROM token_days WHERE token_id = ? AND day = ?');
  const dropOld = db.prepare('DELETE FROM token_days WHERE token_id = ? AND day < ?');

  /** False = the daily budget is exceeded, and nothing was counted. */
  return (
    { tokenId, receivedAt }: Bringing,
    { entries, bytes }: { readonly entries: number; readonly bytes: number },
  ): boolean => {
    const day = dayOf(receivedAt);
    const before = today.parse(read.get(tokenId, day) ?? { entries: 0, bytes: 0 });
    if (before.entries + entries > DAILY_ENTRIES || before.bytes + bytes > DAILY_BYTES) return false;
    add.run({ tokenId, day, entries, bytes });
    if (before.entries + before.bytes === 0) dropOld.run(tokenId, day);
    return true;
  };
}

/** Keys of laptops. */
export function deviceKeysTable(db: Database.Database) {
  const joined = `SELECT ${DEVICE_KEY_COLUMNS} FROM device_keys JOIN tokens ON tokens.id = token_id`;
  const ofToken = db.prepare(`${joined} WHERE token_id = @tokenId AND key = @key`);
  const sinceThen = db
    .prepare('SELECT count(*) FROM device_keys WHERE token_id = @tokenId AND registered_at >= @since')
    .pluck();
  const insert = db.prepare(
    `INSERT INTO device_keys (token_id, device, key, storage, registered_at)
     VALUES (@tokenId, coalesce((SELECT device FROM device_keys WHERE token_id = @tokenId LIMIT 1), @device),
       @key, @storage, @at)`,
  );
  const page = db.prepare(
    `${joined}
     WHERE sequence > @after
       AND (tokens.customers IS NULL OR @customerId IN (SELECT value FROM json_each(tokens.customers)))
       AND (tokens.environments IS NULL OR @environment IN (SELECT value FROM json_each(tokens.environments)))
     ORDER BY sequence LIMIT @limit`,
  );

  const find = (tokenId: number, key: DevicePublicKey): DeviceKey | null =>
    deviceKeyRow.nullable().parse(ofToken.get({ tokenId, key }) ?? null);

  return {
    keep: ({ tokenId, key, storage, at }: DeviceKeyToKeep): DeviceKey | null =>
      db
        .transaction((): DeviceKey | null => {
          const known = find(tokenId, key);
          if (known !== null) return known;
          const today = z.number().parse(sinceThen.get({ tokenId, since: startOfDay(at) }));
          if (today >= DAILY_KEYS) return null;
          insert.run({ tokenId, device: randomUUID(), key, storage, at });
          return find(tokenId, key);
        })
        .immediate(),
    has: (tokenId: number, key: DevicePublicKey): boolean => find(tokenId, key) !== null,
    read: ({ environment, customerId, after, limit }: DeviceKeysQuery): readonly DeviceKey[] =>
      page.all({ environment, customerId, after, limit }).map((row) => deviceKeyRow.parse(row)),
  };
}
