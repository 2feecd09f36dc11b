import { z } from 'zod';
import { deviceKey, type DeviceKey, type NewDeviceKey } from '../../shared/relay/device-keys.ts';
import type { DevicePublicKey } from '../../shared/relay/signing.ts';
import type { Instant } from '../../shared/time.ts';
import type { FeedKey } from './results-store.ts';

export type DeviceKeyToKeep = Pick<NewDeviceKey, 'key' | 'storage'> & {
  readonly tokenId: number;
  readonly at: Instant;
};

/** Only what has a greater sequence than `after`. */
export type DeviceKeysQuery = FeedKey & { readonly after: number; readonly limit: number };

/** Keys of laptops. A registration is never changed and never deleted: it verifies what was signed before. */
export type DeviceKeysStore = {
  /**
   * Registers a key for a token. A key that the token registered before is answered as it was registered then, and changes nothing. Null:
   * the token has registered as many keys as it may on one day.
   */
  readonly keepDeviceKey: (key: DeviceKeyToKeep) => Promise<DeviceKey | null>;
  /** Whether the token registered this key, now or earlier. */
  readonly hasDeviceKey: (tokenId: number, key: DevicePublicKey) => Promise<boolean>;
  /** The registrations of all tokens that may see the customer in this environment, revoked tokens included. At most `limit`. */
  readonly readDeviceKeys: (query: DeviceKeysQuery) => Promise<readonly DeviceKey[]>;
};

/** SQLite gives numbers; PostgreSQL gives its bigints as text. */
const whole = z.coerce.number().int();

/** The columns of a query over `device_keys JOIN tokens`. */
export const DEVICE_KEY_COLUMNS =
  'sequence, device, tokens.name AS laptop, tokens.role AS role, key, storage, registered_at';

/** A row of either store as a registration. */
export const deviceKeyRow = z
  .object({
    sequence: whole,
    device: z.string(),
    laptop: z.string(),
    role: z.string(),
    key: z.string(),
    storage: z.string(),
    registered_at: whole,
  })
  .transform(({ registered_at, ...same }) => ({ ...same, registeredAt: registered_at }))
  .pipe(deviceKey);
