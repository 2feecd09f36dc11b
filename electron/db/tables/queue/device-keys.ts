import type { DeviceKey } from '../../../../shared/relay/device-keys.ts';
import type { DevicePublicKey } from '../../../../shared/relay/signing.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** A key of a laptop as it was first seen here. */
export interface DeviceKeyRow {
  readonly key: DevicePublicKey;
  readonly device: DeviceKey['device'];
  readonly laptop: string;
  readonly role: DeviceKey['role'];
  readonly storage: DeviceKey['storage'];
  readonly registered_at: Instant;
  readonly first_seen_at: Instant;
  /** 1 = the first key of its device that was seen here, or a person accepted it. */
  readonly pinned: 0 | 1;
}

/**
 * Notes a registration. The first key of a device is pinned; a known key keeps its device and role, also when a later one differs. Returns
 * whether it is a changed key that was not known before.
 */
export function noteDeviceKey({ sqlite }: WriteContext, told: DeviceKey, at: Instant): boolean {
  const { key, device, laptop, role, storage, registeredAt } = told;
  const known = deviceKeyOf(sqlite, key);
  if (known !== undefined) {
    if (known.device === device && known.laptop !== laptop) {
      sqlite
        .prepare<[string, DevicePublicKey]>('UPDATE device_key SET laptop = ? WHERE key = ?')
        .run(laptop, key);
    }
    return false;
  }
  const first =
    sqlite.prepare<[string]>('SELECT 1 FROM device_key WHERE device = ? LIMIT 1').get(device) === undefined;
  sqlite
    .prepare<DeviceKeyRow>(
      `INSERT INTO device_key (key, device, laptop, role, storage, registered_at, first_seen_at, pinned)
       VALUES (@key, @device, @laptop, @role, @storage, @registered_at, @first_seen_at, @pinned)`,
    )
    .run({
      key,
      device,
      laptop,
      role,
      storage,
      registered_at: registeredAt,
      first_seen_at: at,
      pinned: first ? 1 : 0,
    });
  return !first;
}

export function deviceKeyOf(sqlite: Sqlite, key: DevicePublicKey): DeviceKeyRow | undefined {
  return sqlite.prepare<[DevicePublicKey], DeviceKeyRow>('SELECT * FROM device_key WHERE key = ?').get(key);
}
