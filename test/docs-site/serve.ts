import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, posix } from 'node:path';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.png', 'image/png'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/** The pages need nothing of another host, and a browser does not let them ask one. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; connect-src 'self'";

export interface ServedSite {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly stop: () => void;
}

/** Serves a built site to this computer alone; port 0 takes a free one. VitePress's own server would listen on every interface. */
export async function serveSite(folder: string, port: number): Promise<ServedSite> {
  const server = createServer((request, response) => void answer(folder, request, response));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = fileOf(request.url ?? '/');
  const bytes = path === null ? null : await read(join(folder, path));
  if (path === null || bytes === null) {
    response.writeHead(404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
    });
    response.end((await read(join(folder, '404.html'))) ?? 'Not found');
    return;
  }
  response.writeHead(200, {
    // A file of the repository is shown as it is.
    'content-type': TYPES.get(extname(path)) ?? 'text/plain; charset=utf-8',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
  response.end(bytes);
}

/** The file that an address names, below the site; null for an address that is none. */
function fileOf(url: string): string | null {
  try {
    const path = posix.normalize(decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname));
    if (path.includes('\0') || path.includes('\\')) return null;
    return path.endsWith('/') ? `${path}index.html` : path;
  } catch {
    return null;
  }
}

async function read(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch {
    return null;
  }
}
