import { lookup as dnsLookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { SECOND } from '../../shared/time.ts';
import { pictureType } from './picture-type.ts';

/** What came of fetching a picture. `refused` will be the same next time, `unreachable` may not. */
export type FetchedPicture =
  | { readonly kind: 'picture'; readonly contentType: string; readonly bytes: Buffer }
  | { readonly kind: 'refused' }
  | { readonly kind: 'unreachable' };

export type FetchPicture = (url: string, signal?: AbortSignal) => Promise<FetchedPicture>;

const MOST_BYTES = 1024 * 1024;
const MOST_REDIRECTS = 3;
const TIMEOUT = 10 * SECOND;

/**
 * Fetches key pictures: http and https only, without any credentials, bounded in size and time, and only what is a
 * picture. This machine's own addresses are refused unless the operator itself is here (the simulator): a catalogue must
 * not make the app call services behind the laptop's firewall. An address without host is taken as relative to `baseUrl`.
 */
export function createPictureFetcher({ baseUrl }: { readonly baseUrl: string }): {
  readonly fetchPicture: FetchPicture;
  readonly close: () => Promise<void>;
} {
  const localAllowed = isLocalHost(new URL(baseUrl).hostname);
  const agent = new Agent({
    connections: 2,
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
    connect: localAllowed ? { timeout: TIMEOUT } : { timeout: TIMEOUT, lookup: lookupElsewhere },
  });
  const allowed = (url: URL | null): url is URL =>
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    (localAllowed || !isLocalHost(url.hostname));

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
    const bytes = await boundedBody(body);
    const contentType = bytes === null ? null : pictureType(headers['content-type'], bytes);
    if (bytes === null || contentType === null) return { kind: 'refused' };
    return { kind: 'picture', contentType, bytes };
  } catch (cause) {
    return cause instanceof LocalAddressError ? { kind: 'refused' } : { kind: 'unreachable' };
  }
}

/** The whole body, or null when it is larger than a picture may be. */
async function boundedBody(body: AsyncIterable<Buffer>): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream, so the rest is never read.
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

class LocalAddressError extends Error {
  override readonly name = 'LocalAddressError';
}

const local = new BlockList();
local.addSubnet('127.0.0.0', 8, 'ipv4');
local.addSubnet('0.0.0.0', 8, 'ipv4');
local.addAddress('::1', 'ipv6');
local.addAddress('::', 'ipv6');

function isLocalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || isLocalAddress(host);
}

function isLocalAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && local.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Resolves as usual, but a name that leads to this machine is refused. */
const lookupElsewhere: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => {
    const refused = (addresses ?? []).some(({ address }) => isLocalAddress(address));
    const failure = refused ? new LocalAddressError(hostname) : error;
    const [first] = addresses ?? [];
    if (options.all === true) callback(failure, failure === null ? addresses : []);
    else callback(failure, first?.address ?? '', first?.family ?? 0);
  });
};
