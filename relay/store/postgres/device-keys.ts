import { randomUUID } from 'node:crypto';
import type { DeviceKey } from '../../../shared/relay/device-keys.ts';
import type { DevicePublicKey } from '../../../shared/relay/signing.ts';
import { DAILY_KEYS, startOfDay } from '../budgets.ts';
import {
  DEVICE_KEY_COLUMNS,
  deviceKeyRow,
  type DeviceKeysQuery,
  type DeviceKeyToKeep,
} from '../device-keys-store.ts';
import type { Database, Queries } from './database.ts';
import { lockSubject } from './locks.ts';

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
        // Their own sequences are given under this lock.
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
