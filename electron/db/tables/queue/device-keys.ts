import type { DeviceKey } from '../../../../shared/relay/access.ts';
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
  /**
   * 1 = trusted: the device's first key seen here under a name that no other laptop uses or used; a later key after
   * only keys without a secret store; or a key that a person accepted.
   */
  readonly pinned: 0 | 1;
}

/**
 * Records a registration. The first key of a device is pinned, unless its name is that of another laptop whose key is
 * pinned. The relay assigns device names freely, and a person knows a laptop by its name. A known key keeps its device
 * and role, whatever is registered later. It keeps its name where the later name is another laptop's. A device without
 * a secret store creates another key at each start, so its earlier keys prove nothing about the next one: that one is
 * pinned too. Returns whether it is a changed key that was not known before.
 */
export function noteDeviceKey({ sqlite }: WriteContext, reported: DeviceKey, at: Instant): boolean {
  const { key, device, laptop, role, storage, registeredAt } = reported;
  const known = deviceKeyOf(sqlite, key);
  if (known !== undefined) {
    if (known.device === device && known.laptop !== laptop && !isNameOfAnother(sqlite, laptop, device)) {
      sqlite
        .prepare<[string, string]>('INSERT OR IGNORE INTO former_laptop_name (name, device) VALUES (?, ?)')
        .run(known.laptop, device);
      sqlite
        .prepare<[string, DevicePublicKey]>('UPDATE device_key SET laptop = ? WHERE key = ?')
        .run(laptop, key);
    }
    return false;
  }
  const kept = sqlite.prepare<[string]>(
    "SELECT 1 FROM device_key WHERE device = ? AND storage = 'secret-store' LIMIT 1",
  );
  const isPinned = kept.get(device) === undefined && !isNameOfAnother(sqlite, laptop, device);
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

/** Normalised form: look-alike names are equal. */
const foldedName = (laptop: string): string => laptop.normalize('NFKC').trim().toLowerCase();

/** Whether another device with a pinned key uses or used this name. */
function isNameOfAnother(sqlite: Sqlite, laptop: string, device: string): boolean {
  const folded = foldedName(laptop);
  return sqlite
    .prepare<{ readonly device: string }, string>(
      `SELECT laptop FROM device_key WHERE pinned = 1 AND device <> @device
       UNION SELECT name FROM former_laptop_name AS former
         WHERE EXISTS (SELECT 1 FROM device_key WHERE device_key.device = former.device AND pinned = 1)
           AND former.device <> @device`,
    )
    .pluck()
    .all({ device })
    .some((name) => foldedName(name) === folded);
}

/** Pins a key that a person accepted. */
export function pinDeviceKey({ sqlite }: WriteContext, key: DevicePublicKey): void {
  sqlite.prepare<[DevicePublicKey]>('UPDATE device_key SET pinned = 1 WHERE key = ?').run(key);
}

export function deviceKeyOf(sqlite: Sqlite, key: DevicePublicKey): DeviceKeyRow | undefined {
  return sqlite.prepare<[DevicePublicKey], DeviceKeyRow>('SELECT * FROM device_key WHERE key = ?').get(key);
}

/** A key registered under a current or former name of its device. */
interface NamedKey {
  readonly name: string;
  readonly device: string;
  readonly role: DeviceKey['role'];
  readonly registered_at: Instant;
}

const keysNamed = (sqlite: Sqlite, laptop: string): readonly NamedKey[] => {
  const folded = foldedName(laptop);
  return sqlite
    .prepare<[], NamedKey>(
      `SELECT laptop AS name, device, role, registered_at FROM device_key
       UNION SELECT name, device_key.device, role, registered_at
         FROM former_laptop_name AS former JOIN device_key ON device_key.device = former.device`,
    )
    .all()
    .filter(({ name }) => foldedName(name) === folded);
};

/** Whether a laptop with this current or former name had registered a key by then, by the relay's clock. */
export const hasKey = (sqlite: Sqlite, laptop: string, by: Instant): boolean =>
  keysNamed(sqlite, laptop).some(({ registered_at: at }) => at <= by);

/** As `hasKey`, but only for keys of a supervisor's or admin's laptop. */
export const hasSupervisorKey = (sqlite: Sqlite, laptop: string, by: Instant): boolean =>
  keysNamed(sqlite, laptop).some(({ role, registered_at: at }) => role !== 'installer' && at <= by);

/** Whether this device uses or used the name. */
export const hadName = (sqlite: Sqlite, device: string, laptop: string): boolean =>
  keysNamed(sqlite, laptop).some((key) => key.device === device);

/** The keys that are not pinned, newest first. */
export function changedKeys(sqlite: Sqlite): readonly DeviceKeyRow[] {
  return sqlite
    .prepare<[], DeviceKeyRow>(
      'SELECT * FROM device_key WHERE pinned = 0 ORDER BY registered_at DESC LIMIT 100',
    )
    .all();
}
