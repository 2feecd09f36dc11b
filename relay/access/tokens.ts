import { createHash, randomBytes } from 'node:crypto';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Instant, MINUTE } from '../../shared/time.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { TokensStore, StoredToken } from '../store/tokens-store.ts';
import { StoreUnavailable } from '../store/store.ts';

/* The relay's tokens: made, rotated, stored as hashes, and limited to customers and environments. */

/** A prefix that secret scanners and people recognise; 256 random bits follow. */
const PREFIX = 'bxr_';
const TOKEN = /^bxr_[A-Za-z0-9_-]{43}$/;

type TokenRequest = {
  readonly name: string;
  readonly role: RelayRole;
  /** The customers the token may read; empty for an admin, who may read all. */
  readonly customers: readonly CustomerId[];
  /** Left out = both. */
  readonly environments?: readonly Environment[];
  /** Left out or null = it never expires. */
  readonly expiresAt?: Instant | null;
};

/** The stored form of a token. A token has 256 random bits, so it cannot be guessed from its digest. */
function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** True when the text has the form of a token. Other text is refused without a query to the store. */
function looksLikeToken(text: string): boolean {
  return TOKEN.test(text);
}

/**
 * Makes a token and stores its hash. Only the return value holds the token itself.
 *
 * @returns the token and its id, or one plain sentence about what is wrong with the request.
 */
export async function createToken(
  store: TokensStore,
  request: TokenRequest,
  now: Instant,
): Promise<Result<{ readonly token: string; readonly id: number }, string>> {
  const name = request.name.trim();
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    return err('A token needs a name of 1 to 100 characters in one line, such as "Bay 3".');
  }
  const sees = customersOf(request);
  if (!sees.ok) return sees;
  const expiresAt = request.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) return err('--expires is a day that is over.');
  const token = newToken();
  const id = await store.addToken({
    hash: hashToken(token),
    name,
    role: request.role,
    customers: sees.value,
    environments: environmentsOf(request),
    createdAt: now,
    expiresAt,
  });
  return ok({ token, id });
}

/**
 * Replaces a token. The rights stay; the old token works until `oldUntil`, so that a laptop has time to change.
 *
 * @returns the new token; null when there is no such active token.
 */
export async function rotateToken(store: TokensStore, id: number, oldUntil: Instant): Promise<string | null> {
  const token = newToken();
  return (await store.rotateToken(id, { hash: hashToken(token), oldUntil })) ? token : null;
}

function environmentsOf({ environments = [] }: TokenRequest): readonly Environment[] | null {
  return environments.length === 0 ? null : [...new Set(environments)];
}

function newToken(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}

function customersOf({ role, customers }: TokenRequest): Result<readonly CustomerId[] | null, string> {
  switch (role) {
    case 'installer':
    case 'supervisor':
      if (customers.length === 0) return err(`The role ${role} needs at least one --customer ID.`);
      return ok([...new Set(customers)]);
    case 'admin':
      if (customers.length > 0) return err('The role admin sees all customers: leave --customer out.');
      return ok(null);
    default:
      return neverReached(role);
  }
}

/** The hash of the token in an Authorization header; null when the header has no text of a token's form. */
export function bearerHash(authorization: string | undefined): Buffer | null {
  const text = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  return text === undefined || !looksLikeToken(text) ? null : hashToken(text);
}

/** The token whose logs and reviews the reader may see: an installer's own token; null = all tokens. */
export function tokenScope({ role, id }: StoredToken): number | null {
  return role === 'installer' ? id : null;
}

/** Tests whether the token is bound to environments other than this one. */
export function isBoundElsewhere({ environments }: StoredToken, environment: Environment): boolean {
  return environments !== null && !environments.includes(environment);
}

/** Whether the token may see results of the customer. */
export function maySee(token: StoredToken, customer: CustomerId): boolean {
  return token.customers === null || token.customers.includes(customer);
}

/** Interval of the batched writes. A lost write makes a token look used earlier than it was, which is harmless. */
const WRITE_EVERY = MINUTE;

export type TokenUses = {
  readonly note: (tokenId: number, at: Instant) => void;
  /** Writes the pending uses and stops. */
  readonly end: () => Promise<void>;
};

/** Remembers when each token was last used, without a write per request. */
export function tokenUses(
  store: Pick<TokensStore, 'noteTokenUses'>,
  warn: (fields: Readonly<Record<string, unknown>>, message: string) => void,
): TokenUses {
  const noted = new Map<number, Instant>();
  const write = async (): Promise<void> => {
    const uses = [...noted].map(([tokenId, at]) => ({ tokenId, at }));
    if (uses.length === 0) return;
    noted.clear();
    try {
      await store.noteTokenUses(uses);
    } catch (reason) {
      warn(
        { code: reason instanceof StoreUnavailable ? reason.code : 'unexpected' },
        'token uses not written',
      );
    }
  };
  const timer = setInterval(() => void write(), WRITE_EVERY).unref();
  return {
    note: (tokenId, at) => {
      noted.set(tokenId, at);
    },
    end: async () => {
      clearInterval(timer);
      await write();
    },
  };
}
