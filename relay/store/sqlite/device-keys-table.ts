import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { DeviceKey } from '../../../shared/relay/device-keys.ts';
import type { DevicePublicKey } from '../../../shared/relay/signing.ts';
import { z } from 'zod';
import { DAILY_KEYS, startOfDay } from '../budgets.ts';
import {
  DEVICE_KEY_COLUMNS,
  deviceKeyRow,
  type DeviceKeysQuery,
  type DeviceKeyToKeep,
} from '../device-keys-store.ts';

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
