import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Agent, interceptors, request } from 'undici';
import { SECOND } from '../../shared/time.ts';
import type { Connect } from '../base/network/network.ts';
import { readBoundedBytes } from '../relay/bounded-body.ts';
import { readRelease, type PackageFile, type Release, type PackageKind } from './release.ts';

/** Release notes have at most 20,000 characters; the rest is a few lines for each package. */
const MOST_BYTES = 256 * 1024;
const MOST_REDIRECTS = 3;
/** Timeout for a whole description, and between two chunks of a package. */
const TIMEOUT = 30 * SECOND;
const CONNECT_TIMEOUT = 10 * SECOND;

/** A server that announces releases and serves their packages. */
export interface UpdateServer {
  /**
   * The newest release. The answer is bounded in bytes, time and redirects, and verified before it is parsed.
   * Rejects when the server cannot be reached; ProblemError `update-not-genuine` when the publisher did not sign
   * the answer.
   */
  readonly readRelease: (wanted: { readonly kind: PackageKind; readonly key: KeyObject }) => Promise<Release>;
  /** The bytes of a package, unverified and unbounded. Rejects when the server does not answer 200. */
  readonly openPackage: (file: PackageFile) => Promise<Readable>;
  readonly close: () => Promise<void>;
}

/** Creates the client; it sends nothing by itself. `stop` aborts every request. */
export function connectUpdateServer(feed: string, connect: Connect, stop: AbortSignal): UpdateServer {
  const agent = new Agent({
    connect: connect({ timeoutMs: CONNECT_TIMEOUT }),
    headersTimeout: TIMEOUT,
    bodyTimeout: TIMEOUT,
  });
  const get = async (path: string, signal: AbortSignal): Promise<Readable> => {
    const { statusCode, body } = await request(new URL(path, feed), {
      dispatcher: agent.compose(interceptors.redirect({ maxRedirections: MOST_REDIRECTS })),
      headers: { 'cache-control': 'no-cache', 'accept-encoding': 'identity' },
      signal,
    });
    if (statusCode !== 200) throw new Error(`the update server answers ${statusCode}`);
    return body;
  };
  return {
    readRelease: async ({ kind, key }) => {
      const body = await get(nameOf(kind), AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]));
      return readRelease(await readBoundedBytes(body, MOST_BYTES), key);
    },
    openPackage: ({ url }) => get(url, stop),
    close: () => agent.destroy(),
  };
}

/** The names that electron-builder gives to the descriptions of each platform. */
function nameOf(kind: PackageKind): string {
  switch (kind) {
    case 'exe':
      return 'latest.yml';
    case 'zip':
      return 'latest-mac.yml';
    case 'AppImage':
    case 'deb':
      return process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;
  }
}
