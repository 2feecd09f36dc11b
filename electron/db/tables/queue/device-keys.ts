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
  /** 1 = the first key of its device that was seen here, or one that follows only keys that no secret store kept. */
  readonly pinned: 0 | 1;
}

/**
 * Notes a registration. The first key of a device is pinned; a key that is known keeps its device and role, whatever is registered later. A
 * device without a secret store makes another key at each start, so that its earlier keys prove nothing about the next one: that is pinned
 * too. Returns whether it is a changed key that was not known before.
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
  const kept = sqlite.prepare<[string]>(
    "SELECT 1 FROM device_key WHERE device = ? AND storage = 'secret-store' LIMIT 1",
  );
  const isPinned = kept.get(device) === undefined;
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
      pinned: isPinned ? 1 : 0,
    });
  return !isPinned;
}

export function deviceKeyOf(sqlite: Sqlite, key: DevicePublicKey): DeviceKeyRow | undefined {
  return sqlite.prepare<[DevicePublicKey], DeviceKeyRow>('SELECT * FROM device_key WHERE key = ?').get(key);
}

/** Whether a supervisor's or admin's laptop of this name had registered a key by then, by the relay's clock. */
export function hasSupervisorKey(sqlite: Sqlite, laptop: string, by: Instant): boolean {
  return (
    sqlite
      .prepare<[string, Instant]>(
        "SELECT 1 FROM device_key WHERE laptop = ? AND role <> 'installer' AND registered_at <= ? LIMIT 1",
      )
      .get(laptop, by) !== undefined
  );
}

/** The keys that are not pinned, the newest first. */
export function changedKeys(sqlite: Sqlite): readonly DeviceKeyRow[] {
  return sqlite
    .prepare<[], DeviceKeyRow>(
      'SELECT * FROM device_key WHERE pinned = 0 ORDER BY registered_at DESC LIMIT 100',
    )
    .all();
}
