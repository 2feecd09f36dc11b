import { type KeyObject, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createServer, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Agent, interceptors, request } from 'undici';
import { SECOND } from '../../shared/time.ts';
import type { Connect } from '../base/network/network.ts';
import { readBoundedBytes, BodyTooLarge } from '../relay/connection.ts';
import { readRelease, type PackageFile, type Release, type PackageKind } from './release.ts';

/* The servers of an update: the one that announces it, and the local one from which the updater downloads it. */

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

/** A local server that offers one release to the updater. */
export interface PackageFeed {
  readonly url: string;
  /** The release, with its file addresses replaced by those of this server. */
  readonly release: Release;
  /** Why the last package could not be passed on; null = no failure. */
  readonly failure: () => Error | null;
  readonly close: () => void;
}

/**
 * Offers the packages of a release on 127.0.0.1, whether their bytes come from a file or from the update server.
 * The updater downloads them there, so that packages pass main's proxies and certificates, and so that there is one
 * installation path. The address contains a secret that other programs cannot guess.
 *
 * @param open opens one file of the release; the feed passes on exactly the announced number of its bytes.
 */
export function openPackageFeed(
  release: Release,
  open: (file: PackageFile) => Promise<Readable>,
): Promise<PackageFeed> {
  const secret = randomBytes(16).toString('hex');
  const offered = new Map<string, PackageFile>();
  const files = release.files.map((file, index) => {
    const url = `${index}/${fileName(file.url)}`;
    offered.set(`/${secret}/${url}`, file);
    return { ...file, url };
  });
  let failure: Error | null = null;
  /** Records why a source failed. A client that closes early ends the generator without an error. */
  const noted = async function* (file: PackageFile): AsyncGenerator<Uint8Array> {
    try {
      yield* exactly(file.size, await open(file));
    } catch (cause) {
      failure = cause instanceof Error ? cause : new Error(String(cause));
      throw failure;
    }
  };
  const serve = async (file: PackageFile, response: ServerResponse): Promise<void> => {
    failure = null;
    response.writeHead(200, { 'content-length': file.size });
    try {
      await pipeline(noted(file), response);
    } catch {
      response.destroy();
    }
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const file = offered.get(path);
    if (file === undefined) response.writeHead(404).end();
    else void serve(file, response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}/${secret}/`,
        release: { ...release, files },
        failure: () => failure,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}

/** The last part of an address: the updater selects a package by its file name extension. */
const fileName = (url: string): string =>
  new URL(url, 'https://updates.invalid/').pathname.split('/').at(-1) ?? '';

/** Fails on one byte more or less than announced, so that an endless response cannot fill the disk. */
async function* exactly(size: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of source) {
    length += chunk.byteLength;
    if (length > size) throw new BodyTooLarge(`more than ${size} bytes`);
    yield chunk;
  }
  if (length < size) throw new Error(`the package ended after ${length} of ${size} bytes`);
}
