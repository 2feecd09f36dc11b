import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { Release } from './release.ts';
import type { CheckedFile } from './update-file.ts';

/** A server of this computer alone, for as long as one file is taken. */
export interface FileFeed {
  readonly url: string;
  /** The offered release. */
  readonly release: Release;
  readonly close: () => void;
}

/**
 * Offers a checked file's package as an update server would, so that it is taken the one way there is, with the system's own checks.
 * The address cannot be guessed by other programs, and there is nothing else on it.
 */
export function openFileFeed(file: CheckedFile): Promise<FileFeed> {
  const secret = randomBytes(16).toString('hex');
  const name = `Boxwright-${file.version}.${file.kind}`;
  const release: Release = {
    version: file.version,
    files: [{ url: name, sha512: file.sha512, size: file.size }],
    releaseNotes: file.notes,
    boxwright: { signatures: { [file.kind]: file.signature } },
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (path === `/${secret}/${name}`) {
      response.writeHead(200, { 'content-length': file.size });
      createReadStream(file.path, { start: file.offset })
        .on('error', () => response.destroy())
        .pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}/${secret}/`,
        release,
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      });
    });
  });
}
