import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BodyTooLarge } from '../relay/bounded-body.ts';
import type { PackageFile, Release } from './release.ts';

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
