import { customerId, environment, type Environment, type CustomerId } from '../../shared/ids.ts';
import {
  type RelayRole,
  relayRole,
  deviceKey,
  type DeviceKey,
  type NewDeviceKey,
} from '../../shared/relay/access.ts';
import type { Instant } from '../../shared/time.ts';
import { z } from 'zod';
import type { DevicePublicKey } from '../../shared/relay/signing.ts';
import type { FeedKey } from './results-store.ts';

/*
 * The part of the store interface for tokens and keys of laptops, and the reading of a token's row, which both
 * databases share.
 */

export type NewToken = {
  readonly hash: Uint8Array;
  readonly name: string;
  readonly role: RelayRole;
  /** null = all customers. */
  readonly customers: readonly CustomerId[] | null;
  /** The environment that it may read and write; null = both. */
  readonly environments: readonly Environment[] | null;
  readonly createdAt: Instant;
  /** The token is refused from then on; null = never. */
  readonly expiresAt: Instant | null;
};

/** The identity and rights of an active token. */
export type AccessToken = Pick<NewToken, 'name' | 'role' | 'customers' | 'environments'> & {
  readonly id: number;
};

export type StoredToken = AccessToken & {
  readonly createdAt: Instant;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** Up to a minute behind; null = never used. */
  readonly lastUsedAt: Instant | null;
};

export type TokenUse = { readonly tokenId: number; readonly at: Instant };

/** A look-up of the active token that has this hash at this instant. */
export type WantedToken = { readonly hash: Buffer; readonly at: Instant };

export type FoundToken = { readonly token: AccessToken | null };

export type TokenRotation = {
  readonly hash: Uint8Array;
  /** The instant until which the replaced token still works. Tokens that earlier rotations replaced end no later. */
  readonly oldUntil: Instant;
};

/** The tokens with access. `onChange` announces a change by another process (the token command). */
export type TokensStore = {
  /** Returns the new token's id. */
  readonly addToken: (token: NewToken) => Promise<number>;
  /** The token that has this hash, or had it until a recent rotation, and that is neither revoked nor expired. */
  readonly findActiveToken: (hash: Buffer, at: Instant) => Promise<AccessToken | null>;
  readonly listTokens: () => Promise<readonly StoredToken[]>;
  /** False when there is no such active token. */
  readonly revokeToken: (id: number, at: Instant) => Promise<boolean>;
  /** Gives the token another hash. False when there is no such active token. */
  readonly rotateToken: (id: number, rotation: TokenRotation) => Promise<boolean>;
  /** Drops the hashes that rotations replaced and that open no token from `until` on; returns their number. */
  readonly dropReplacedTokens: (until: Instant) => Promise<number>;
  /** A use older than the kept one has no effect. */
  readonly noteTokenUses: (uses: readonly TokenUse[]) => Promise<void>;
};

/** The columns that `tokenRow` reads, in both dialects. */
export const TOKEN_COLUMNS =
  'id, name, role, customers, environments, created_at, revoked_at, expires_at, last_used_at';

/**
 * A row of the tokens table. @param customers, environments, time the schemas of lists and instants in this
 * database.
 */
export const tokenRow = (
  customers: z.ZodType<readonly CustomerId[]>,
  environments: z.ZodType<readonly Environment[]>,
  time: z.ZodType<Instant>,
) =>
  z
    .object({
      id: z.number(),
      name: z.string(),
      role: relayRole,
      customers: customers.nullable(),
      environments: environments.nullable(),
      created_at: time,
      revoked_at: time.nullable(),
      expires_at: time.nullable(),
      last_used_at: time.nullable(),
    })
    .transform((row): StoredToken => ({
      id: row.id,
      name: row.name,
      role: row.role,
      customers: row.customers,
      environments: row.environments,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
    }));

const accessRow = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(
    z.tuple([
      z.number(),
      z.string(),
      relayRole,
      z.array(customerId).nullable(),
      z.array(environment).nullable(),
    ]),
  )
  .transform(([id, name, role, customers, environments]): AccessToken => ({
    id,
    name,
    role,
    customers,
    environments,
  }));

/** Upper bound of remembered rows; beyond it all are parsed once more. */
const REMEMBERED = 10_000;

/**
 * Creates the parser of look-ups, whose rows are JSON arrays: id, name, role, customers, environments. Every delivery to
 * a waiting laptop looks its token up, and the rows hardly ever change, so equal rows share one parsed token.
 */
export function accessTokens(): (row: unknown) => AccessToken {
  const parsed = new Map<unknown, AccessToken>();
  return (row) => {
    const known = parsed.get(row);
    if (known !== undefined) return known;
    const token = accessRow.parse(row);
    if (parsed.size >= REMEMBERED) parsed.clear();
    parsed.set(row, token);
    return token;
  };
}

export type DeviceKeyToKeep = Pick<NewDeviceKey, 'key' | 'storage'> & {
  readonly tokenId: number;
  readonly at: Instant;
};

/** Only rows with a greater sequence than `after`. */
export type DeviceKeysQuery = FeedKey & { readonly after: number; readonly limit: number };

/** Keys of laptops. Registrations are never changed or deleted, because they verify earlier signatures. */
export type DeviceKeysStore = {
  /**
   * Registers a key for a token. If the token registered the key before, that registration is returned unchanged.
   * Null: the token has reached its daily limit of keys.
   */
  readonly keepDeviceKey: (key: DeviceKeyToKeep) => Promise<DeviceKey | null>;
  /** Whether the token ever registered this key. */
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
