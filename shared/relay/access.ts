import { z } from 'zod';
import { listOf } from '../parsing.ts';
import { environment, customerId } from '../ids.ts';
import { instant } from '../time.ts';
import { devicePublicKey, deviceSignature } from './signing.ts';

/* Tokens and keys of laptops at the relay, and the fields that many of its answers have. */

export const relayRole = z.enum(['installer', 'supervisor', 'admin']);
export type RelayRole = z.infer<typeof relayRole>;

/** 200 of `GET /v1/me`. */
export const relayMe = z.object({
  name: z.string(),
  /** An unknown role of a newer relay gives only an installer's rights. */
  role: relayRole.catch('installer'),
  /** The customers this token may read and write; null = all (admin). */
  customers: listOf(customerId).nullable(),
  /** The environments it is bound to; null = both. */
  environments: listOf(environment).nullable().default(null),
  /** The relay's clock. */
  now: instant,
});
export type RelayMe = z.infer<typeof relayMe>;

/** Every error body of the relay. */
export const relayProblem = z.object({ error: z.string(), message: z.string() });
export type RelayProblem = z.infer<typeof relayProblem>;

/**
 * The place of a laptop's private key. `memory`: there is no secret store, and each run of the app makes another key.
 */
const keyStorage = z.enum(['secret-store', 'memory']);

/**
 * Body of `PUT /v1/device-key`: registers the token's key. Registering the same key again has no effect. `proof`
 * signs `canonicalKeyProof`; an invalid proof is refused with 422 `key-not-proven`.
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

/**
 * 200 of `PUT /v1/device-key`: one registration. A later one of the same device replaces it; earlier signatures stay
 * verifiable.
 */
export const deviceKey = z.object({
  /** The order in which the relay received registrations. */
  sequence: z.number().int().positive(),
  device: deviceId,
  /** The current name of the token. */
  laptop: z.string().max(200),
  role: relayRole,
  key: devicePublicKey,
  storage: keyStorage,
  registeredAt: instant,
});
export type DeviceKey = z.infer<typeof deviceKey>;

/**
 * 200 of `GET /v1/device-keys?environment&customerId&after`: all registrations, also earlier and revoked ones, of
 * tokens that may see the customer in this environment. Every role may read them: their only personal data are the
 * names of tokens.
 */
export const deviceKeyPage = z.object({
  /** `unknown`: one registration that cannot be read does not hide the others. Each is parsed alone with `deviceKey`. */
  keys: z.array(z.unknown()).max(1000),
  /** The next cursor; send it as `after`. */
  cursor: z.number().int().nonnegative(),
  /** False: more follows; ask again at once. */
  upToDate: z.boolean(),
});
export type DeviceKeyPage = z.infer<typeof deviceKeyPage>;

/** A run of the relay's store, from one start to the next: 16 hex digits. */
export const feedRun = z.string().regex(/^[0-9a-f]{16}$/);
export type FeedRun = z.infer<typeof feedRun>;

/** Separates the site from the laptop in a token's name: `Munich / Bay 3`. */
const BETWEEN = ' / ';

/**
 * The site of a laptop: its token's name up to the separator, else the whole name
 * (docs/decisions/0016-sites-are-named-by-tokens.md).
 */
export function siteOf(laptop: string | null): string | null {
  const site = laptop?.split(BETWEEN)[0]?.trim() ?? '';
  return site === '' ? null : site;
}
