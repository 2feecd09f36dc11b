import { lookup as dnsLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { type Clock, MINUTE, type Instant, SECOND } from '../../shared/time.ts';
import { isLoopbackHost } from '../../shared/addresses.ts';
import { isDecodable } from '../../shared/picture-size.ts';
import type { Sqlite } from '../db/open.ts';
import { countPictures, isKeyPicture, missingPictureUrls, readPicture } from '../db/tables/directory/keys.ts';
import type { Connect } from '../base/network/network.ts';
import { BodyTooLarge, readBoundedBytes } from '../relay/connection.ts';
import type { WritesDirectory } from './writes.ts';

const AT_ONCE = 2;
/** Hosts that fail in a row before the run stops; the next run retries. */
const UNREACHABLE_IN_A_ROW = 3;
const RETRY_AFTER = 5 * MINUTE;

/** Key pictures: stored copies, fetched when they are missing. */
export interface KeyPictures {
  /** The picture as a data URL, from the copy or fetched now; null when it cannot be had, or no key shows it. */
  readonly get: (url: string) => Promise<string | null>;
  /** Fetches the pictures of the catalogue that are not stored. Never fails: pictures are optional. */
  readonly fetchMissing: (options: {
    readonly signal: AbortSignal;
    readonly onFetched: () => void;
  }) => Promise<void>;
  /** Counts of the catalogue's pictures: stored, and not stored. */
  readonly counts: () => { readonly kept: number; readonly missing: number };
}

/** Key pictures over an open directory.db. */
export function createKeyPictures({
  database,
  clock,
  fetchPicture,
}: {
  readonly database: WritesDirectory & { readonly sqlite: Sqlite };
  readonly clock: Clock;
  readonly fetchPicture: FetchPicture;
}): KeyPictures {
  const notBefore = new Map<string, Instant>();
  const inFlight = new Map<string, Promise<'stored' | 'refused' | 'unreachable'>>();

  const fetchOne = async (url: string, signal?: AbortSignal) => {
    const fetched = await fetchPicture(url, signal);
    if (fetched.kind !== 'picture') {
      if (signal?.aborted !== true) {
        // A refused picture (wrong type, too large) will be refused again: no retry in this session.
        notBefore.set(url, fetched.kind === 'refused' ? Infinity : clock.now() + RETRY_AFTER);
      }
      return fetched.kind;
    }
    const { contentType, bytes } = fetched;
    await database.ask({ write: 'picture', url, contentType, bytes, at: clock.now() });
    return 'stored';
  };
  const mayTry = (url: string): boolean => (notBefore.get(url) ?? 0) <= clock.now();
  const sharedFetch = (url: string) => {
    const running = inFlight.get(url) ?? fetchOne(url).finally(() => inFlight.delete(url));
    inFlight.set(url, running);
    return running;
  };

  return {
    get: async (url) => {
      const stored = storedPicture(database.sqlite, url);
      // Only addresses the catalogue names: the window cannot make the main process call others.
      if (stored !== null || !isKeyPicture(database.sqlite, url) || !mayTry(url)) return stored;
      await sharedFetch(url);
      return storedPicture(database.sqlite, url);
    },
    counts: () => ({
      kept: countPictures(database.sqlite),
      missing: missingPictureUrls(database.sqlite).length,
    }),
    fetchMissing: async ({ signal, onFetched }) => {
      await database.ask({ write: 'drop-unused-pictures' });
      const missing = missingPictureUrls(database.sqlite).filter(mayTry).values();
      let unreachable = 0;
      const lane = async (): Promise<void> => {
        for (const url of missing) {
          if (signal.aborted || unreachable >= UNREACHABLE_IN_A_ROW) return;
          const outcome = await fetchOne(url, signal);
          unreachable = outcome === 'unreachable' ? unreachable + 1 : 0;
          if (outcome === 'stored') onFetched();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, lane));
    },
  };
}

/** A stored picture as a data URL; null when it is not stored. */
export function storedPicture(sqlite: Sqlite, url: string): string | null {
  const row = readPicture(sqlite, url);
  return row === undefined ? null : `data:${row.content_type};base64,${row.bytes.toString('base64')}`;
}

/** The outcome of fetching a picture. `refused` will be the same next time, `unreachable` may not. */
export type FetchedPicture =
  | { readonly kind: 'picture'; readonly contentType: string; readonly bytes: Buffer }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

export type FetchPicture = (url: string, signal?: AbortSignal) => Promise<FetchedPicture>;

const MOST_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 3;
const TIMEOUT = 10 * SECOND;

/**
 * Fetches key pictures: https only, without credentials, limited in size and time, and only pictures. A catalogue
 * must not make the app call services of this machine or of the workshop's network. So an address that is not public
 * is refused, also after name resolution and after a redirect. Where the operator itself is on this machine (the
 * simulator), loopback and plain HTTP are allowed. An address without a host is relative to `baseUrl`.
 */
export function createPictureFetcher({
  baseUrl,
  connect,
}: {
  readonly baseUrl: string;
  readonly connect: Connect;
}): {
  readonly fetchPicture: FetchPicture;
  readonly close: () => Promise<void>;
} {
  const localAllowed = isLoopbackHost(new URL(baseUrl).hostname);
  const agent = new Agent({
    connections: 2,
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
    connect: connect({ timeoutMs: TIMEOUT, lookup: lookupOf(localAllowed) }),
  });
  const allowed = (url: URL | null): url is URL => {
    if (url === null || url.username !== '' || url.password !== '') return false;
    if (localAllowed && isLoopbackHost(url.hostname)) return /^https?:$/.test(url.protocol);
    return url.protocol === 'https:' && !isOwnNetwork(url.hostname);
  };

  const fetchPicture: FetchPicture = async (text, signal) => {
    let url = URL.parse(text, `${baseUrl}/`);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      if (!allowed(url)) return { kind: 'refused' };
      const step = await fetchStep(agent, url, signal);
      if (step.kind !== 'redirect') return step;
      url = URL.parse(step.location, url.href);
    }
    return { kind: 'refused' };
  };
  return { fetchPicture, close: () => agent.destroy() };
}

type Step = FetchedPicture | { readonly kind: 'redirect'; readonly location: string };

async function fetchStep(agent: Agent, url: URL, signal: AbortSignal | undefined): Promise<Step> {
  try {
    const response = await request(url, {
      dispatcher: agent,
      headers: { accept: 'image/svg+xml, image/png, image/jpeg, image/webp', 'accept-encoding': 'identity' },
      signal: AbortSignal.any([AbortSignal.timeout(2 * TIMEOUT), ...(signal === undefined ? [] : [signal])]),
    });
    const { statusCode, headers, body } = response;
    const { location } = headers;
    if (statusCode >= 300 && statusCode < 400 && typeof location === 'string') {
      await body.dump();
      return { kind: 'redirect', location };
    }
    if (statusCode !== 200) {
      await body.dump();
      return statusCode >= 500 || statusCode === 429 ? { kind: 'unreachable' } : { kind: 'refused' };
    }
    const bytes = await readBoundedBytes(body, MOST_BYTES);
    const contentType = pictureType(headers['content-type'], bytes);
    if (contentType === null) return { kind: 'refused' };
    return { kind: 'picture', contentType, bytes };
  } catch (cause) {
    const isFinal = cause instanceof OwnNetworkError || cause instanceof BodyTooLarge;
    return isFinal ? { kind: 'refused' } : { kind: 'unreachable' };
  }
}

class OwnNetworkError extends Error {
  override readonly name = 'OwnNetworkError';
}

/**
 * Addresses that are not public: of this machine, of its network, or of no single host (IANA special-purpose
 * registries).
 */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  notPublic.addSubnet(network, prefix, 'ipv6');
}
/**
 * IPv6 networks whose addresses contain the IPv4 address that a packet is forwarded to, and its position in 16-bit
 * groups.
 */
const embedding = [
  { network: '64:ff9b::', prefix: 96, group: 6 },
  { network: '2002::', prefix: 16, group: 1 },
].map(({ network, prefix, group }) => {
  const list = new BlockList();
  list.addSubnet(network, prefix, 'ipv6');
  return { list, group };
});

/** True for a host name or address literal of a URL that is certainly not public; a name still has to be resolved. */
function isOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || isOwnAddress(host);
}

function isOwnAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return notPublic.check(address, 'ipv4');
    case 6: {
      if (notPublic.check(address, 'ipv6')) return true;
      const embedded = embedding.find(({ list }) => list.check(address, 'ipv6'));
      return embedded !== undefined && notPublic.check(ipv4In(address, embedded.group), 'ipv4');
    }
    default:
      return false;
  }
}

/** The IPv4 address in two groups of an IPv6 address. */
function ipv4In(address: string, group: number): string {
  // The URL parser writes each IPv6 address in its shortest form, without an IPv4 part.
  const shortest = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [front = [], back = []] = shortest.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0');
  const groups = [...front, ...zeros, ...back].map((one) => Number.parseInt(one, 16));
  const [high = 0, low = 0] = groups.slice(group, group + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Resolves as usual, but refuses a name that leads to an address that is not public. */
const lookupOf =
  (localAllowed: boolean): LookupFunction =>
  (hostname, options, callback) => {
    dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = (addresses ?? []).some(
        ({ address }) => isOwnAddress(address) && !(localAllowed && isLoopbackHost(address)),
      );
      const failure = refused ? new OwnNetworkError(hostname) : error;
      const [first] = addresses ?? [];
      if (options.all === true) callback(failure, failure === null ? addresses : []);
      else callback(failure, first?.address ?? '', first?.family ?? 0);
    });
  };

/** Upper bound in bytes of the prologue and comments before an SVG's root element. */
const SVG_ROOT_WITHIN = 4096;

/**
 * Refused in an SVG: entities, which multiply its text, and data addresses, which hold a picture of any size, also when
 * written as character references.
 */
const SVG_HOLDS_MORE = /<!ENTITY|data:|&#/i;

/**
 * The picture type if the header and the bytes agree on it, else null. A login page served with 200 is no picture,
 * whatever its header claims. A picture with more pixels than may be decoded is refused. An SVG may contain scripts,
 * so it is displayed in an <img> only, where none runs.
 */
export function pictureType(header: string | string[] | undefined, bytes: Buffer): string | null {
  const claimed = typeof header === 'string' ? header.split(';')[0]?.trim().toLowerCase() : undefined;
  if (claimed === undefined) return null;
  if (claimed !== 'image/svg+xml') return isDecodable(claimed, bytes) ? claimed : null;
  const start = bytes.subarray(0, SVG_ROOT_WITHIN).toString('utf8');
  const isSvg = /<svg[\s>]/i.test(start) && !/<html[\s>]/i.test(start);
  return isSvg && !SVG_HOLDS_MORE.test(bytes.toString('utf8')) ? claimed : null;
}
