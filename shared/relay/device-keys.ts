import { z } from 'zod';
import { instant } from '../time.ts';
import { relayRole } from './access.ts';
import { devicePublicKey, deviceSignature } from './signing.ts';

/** Where a laptop keeps its private key. `memory`: there is no secret store, and each run of the app makes another key. */
const keyStorage = z.enum(['secret-store', 'memory']);

/**
 * Body of `PUT /v1/device-key`: the token's key from now on. A key that the token registered before changes nothing. `proof` signs `canonicalKeyProof`; a
 * proof that does not verify is refused with 422 `key-not-proven`.
 */
export const newDeviceKey = z.object({
  key: devicePublicKey,
  storage: keyStorage,
  proof: deviceSignature,
});
export type NewDeviceKey = z.infer<typeof newDeviceKey>;

/** The stable identity behind a token: it stays the same when the token is rotated. */
const deviceId = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .brand<'DeviceId'>();

/** 200 of `PUT /v1/device-key`: one registration. A later one of the same device replaces it; what was signed before stays verifiable. */
export const deviceKey = z.object({
  /** The order in which the relay received registrations. */
  sequence: z.number().int().positive(),
  device: deviceId,
  /** The name of the token, as it is now. */
  laptop: z.string().max(200),
  role: relayRole,
  key: devicePublicKey,
  storage: keyStorage,
  registeredAt: instant,
});
export type DeviceKey = z.infer<typeof deviceKey>;

/**
 * 200 of `GET /v1/device-keys?environment&customerId&after`: all registrations, also earlier and revoked ones, of tokens that may see
 * the customer in this environment. Every role may read them: they hold no personal data but the names of tokens.
 */
export const deviceKeyPage = z.object({
  /** `unknown`: one registration that cannot be read does not hide the others. Each is parsed alone with `deviceKey`. */
  keys: z.array(z.unknown()).max(1000),
  /** Read up to here; hand it back as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: ask again at once. */
  upToDate: z.boolean(),
});
export type DeviceKeyPage = z.infer<typeof deviceKeyPage>;
