import { randomBytes } from 'node:crypto';
import { protocol } from 'electron';
import { request as ask } from 'undici';
import { APP_SCHEME } from '../../../electron/shell/origin.ts';
import {
  type ReportPages,
  APP_CSP,
  NONCE_PLACE,
  securityHeaders,
} from '../../../electron/shell/served-pages.ts';

/**
 * Stands for `electron/shell/protocol.ts` in the bundles of `npm run dev`: `boxwright://app/` is answered by the development
 * server, so that the window keeps its origin, its bridge and its rules. No other build contains it.
 */
export { registerAppScheme } from '../../../electron/shell/protocol.ts';

/** Written in by `test/dev/bundles.ts`: the origin of the development server. */
declare const BOXWRIGHT_WINDOW_SERVER: string;

const socket = BOXWRIGHT_WINDOW_SERVER.replace('http:', 'ws:');

/** The app's own policy with two additions: React's refresh runtime is an inline script, and changes come over a socket. */
function developmentCsp(nonce: string): string {
  return APP_CSP.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'none'", `connect-src ${socket}`);
}

/** A worker has a policy of its own; the code reader is WebAssembly (docs/decisions/0010-the-code-reader.md). */
const WORKER_CSP = APP_CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'").replace(
  "connect-src 'none'",
  `connect-src ${socket}`,
);

async function fromServer({ url, headers }: Request): Promise<Response> {
  const { pathname, search, searchParams } = new URL(url);
  const answer = await ask(new URL(pathname + search, BOXWRIGHT_WINDOW_SERVER), {
    // Vite answers a style sheet or a module for the same address, by what is accepted.
    headers: { accept: headers.get('accept') ?? '*/*' },
  });
  const type = answer.headers['content-type'];
  const contentType = typeof type === 'string' ? type : 'application/octet-stream';
  const nonce = randomBytes(16).toString('base64');
  const body = contentType.startsWith('text/html')
    ? (await answer.body.text()).replaceAll(NONCE_PLACE, nonce)
    : await answer.body.arrayBuffer();
  const csp = searchParams.has('worker_file') ? WORKER_CSP : developmentCsp(nonce);
  return new Response(body, {
    status: answer.statusCode,
    headers: { ...securityHeaders(csp), 'content-type': contentType },
  });
}

/** Serves `boxwright://app/` from the development server and `boxwright://report/` from memory. */
export function serveAppScheme(_rendererDir: string, reports: ReportPages): void {
  protocol.handle(APP_SCHEME, (request) => {
    const { host, pathname } = new URL(request.url);
    if (host === 'app') return fromServer(request);
    if (host === 'report') return reports.answer(pathname);
    return new Response(null, { status: 404 });
  });
}
