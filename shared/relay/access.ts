import { z } from 'zod';
import { environment, customerId } from '../ids.ts';
import { listOf } from '../parsing.ts';
import { instant } from '../time.ts';
import { devicePublicKey, deviceSignature } from './signing.ts';

/*
 * How the relay and colleagues know a laptop: its token, keys, site and code; and the fields that many answers of the
 * relay have.
 */

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

/** The alphabet of a laptop's code: without look-alikes. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const FORM = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;
/** Characters before the check. */
export const CODE_LENGTH = 7;

/** The check character detects every single wrong character. */
export function checkOf(letters: string): string {
  const sum = Array.from(letters).reduce(
    (total, letter, place) => total + CODE_LETTERS.indexOf(letter) * (2 * place + 1),
    0,
  );
  return CODE_LETTERS.charAt(sum % CODE_LETTERS.length);
}

/**
 * The code by which colleagues name a laptop: eight characters, of which the last one is the valid check character.
 */
export const laptopCode = z
  .string()
  .regex(FORM)
  .refine((code) => checkOf(code.replace('-', '').slice(0, CODE_LENGTH)) === code.slice(-1))
  .brand<'LaptopCode'>();
export type LaptopCode = z.infer<typeof laptopCode>;

/** Parses a typed code: any case, O for 0, I and L for 1, with or without the dash. Null = invalid. */
export function typedLaptopCode(typed: string): LaptopCode | null {
  const letters = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
    .replaceAll(/[^0-9A-Z]/g, '');
  return laptopCode.safeParse(`${letters.slice(0, 4)}-${letters.slice(4)}`).data ?? null;
}
