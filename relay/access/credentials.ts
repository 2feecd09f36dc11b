import { randomBytes, hash, timingSafeEqual, createPublicKey, verify } from 'node:crypto';
import { isLoopbackHost } from '../../shared/addresses.ts';
import type { Environment, CustomerId } from '../../shared/ids.ts';
import { neverReached } from '../../shared/never.ts';
import type { RelayRole } from '../../shared/relay/access.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Instant, MINUTE } from '../../shared/time.ts';
import type { SecretPolicy } from '../settings.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { TokensStore, AccessToken } from '../store/tokens-store.ts';

/*
 * Proofs of a sender: the token of a laptop (made, rotated, stored as a hash, limited to customers and environments), its
 * signature, and the secret of a webhook.
 */

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
  return hash('sha256', token, 'buffer');
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
export function tokenScope({ role, id }: AccessToken): number | null {
  return role === 'installer' ? id : null;
}

/** Tests whether the token is bound to environments other than this one. */
export function isBoundElsewhere({ environments }: AccessToken, environment: Environment): boolean {
  return environments !== null && !environments.includes(environment);
}

/** Whether the token may see results of the customer. */
export function maySee(token: AccessToken, customer: CustomerId): boolean {
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

/** The input of the check. Headers as Node gives them. */
export type WebhookSender = {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly remoteAddress: string | undefined;
};

/** Headers by which a proxy shows that the request came from elsewhere. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'];

/**
 * Detects a request from a web page: a page in a browser on this machine can post to loopback addresses. The browser
 * then sends the page's origin, or, if a name resolves to this machine, that name as the host. It sends no JSON to
 * another origin without a preflight request.
 */
function isFromPage(headers: WebhookSender['headers']): boolean {
  const host = headers['host'];
  const named = typeof host === 'string' ? URL.parse(`http://${host}`)?.hostname : undefined;
  const isForeignHost = named === undefined || !isLoopbackHost(named);
  return isForeignHost || headers['origin'] !== undefined || headers['content-type'] === undefined;
}

/**
 * Builds the check of the `secret` header for one environment (spec part 6). The comparison takes constant time and
 * compares with every accepted secret.
 */
export function secretCheck(policy: SecretPolicy): (sender: WebhookSender) => boolean {
  switch (policy.mode) {
    case 'required': {
      // Node decodes header bytes as Latin-1, so the accepted secrets are encoded the same way.
      const accepted = policy.accepted.map((secret) =>
        digest(Buffer.from(secret, 'utf8').toString('latin1')),
      );
      return ({ headers }) => {
        const sent = headers['secret'];
        const given = digest(typeof sent === 'string' ? sent : '');
        let isRight = false;
        for (const one of accepted) isRight = timingSafeEqual(one, given) || isRight;
        return isRight;
      };
    }
    case 'open':
      return () => true;
    case 'local-only':
      // The receiver is bound to loopback, but a proxy in front would expose it: forwarded requests are not local.
      return ({ headers, remoteAddress }) =>
        isLoopbackHost(remoteAddress ?? '') &&
        FORWARDING.every((name) => headers[name] === undefined) &&
        !isFromPage(headers);
    case 'refuse':
      return () => false;
    default:
      return neverReached(policy);
  }
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/**
 * Checks that the signature of this text was made with the key it names. The caller checks that the key belongs to the
 * token.
 */
export function isSignedText(text: string, { key, signature }: Signed): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' });
    return verify(null, Buffer.from(text, 'utf8'), publicKey, Buffer.from(signature, 'base64url'));
  } catch {
    // The key is not a point on the curve.
    return false;
  }
}
