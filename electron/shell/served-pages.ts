import { randomBytes, randomUUID } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { APP_SCHEME } from './origin.ts';

/*
 * The content behind `boxwright:` and its security policies: files of the built renderer, and documents that wait to
 * be printed.
 */

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.ico', 'image/x-icon'],
  ['.woff', 'font/woff'],
  ['.woff2', 'font/woff2'],
  ['.wasm', 'application/wasm'],
]);

/**
 * Allows only the app's own files: no inline or evaluated script, no network. Inline styles need the page's nonce,
 * because Mantine writes its theme variables and its modal scroll lock as style elements.
 */
export const APP_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The placeholder for the nonce in `renderer/index.html`. */
export const NONCE_PLACE = 'STYLE-NONCE';

/**
 * The policy of the app's own workers. One of them is the camera's code reader, which is WebAssembly
 * (docs/decisions/0010-the-code-reader.md). The window itself runs no WebAssembly.
 */
const WORKER_CSP = APP_CSP.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

/** Headers of every answer of the app's scheme. */
export function securityHeaders(csp: string): Record<string, string> {
  return {
    'content-security-policy': csp,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // A DNS lookup leaves the machine, and a CSP does not cover it.
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-cache',
  };
}

/**
 * Answers one GET or HEAD request for a file of the built renderer. Reads only below `root`: path traversal in any
 * encoding, and links that lead out, get the same 404 as a missing file.
 */
export async function answerRendererFile(root: string, method: string, pathname: string): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return refusal(405);
  const file = await fileWithin(root, pathname);
  if (file === null) return refusal(404);
  const type = CONTENT_TYPES.get(extname(file).toLowerCase());
  if (type === undefined) return refusal(404);
  const bytes = await readFile(file).catch(() => null);
  if (bytes === null) return refusal(404);
  const answer = (csp: string, body: string | Uint8Array<ArrayBuffer>) =>
    new Response(method === 'HEAD' ? null : body, {
      status: 200,
      headers: { ...securityHeaders(csp), 'content-type': type },
    });
  if (extname(file) === '.html') {
    const nonce = randomBytes(16).toString('base64');
    const csp = APP_CSP.replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`);
    return answer(csp, bytes.toString('utf8').replaceAll(NONCE_PLACE, nonce));
  }
  return answer(/\.worker-[\w-]+\.js$/.test(file) ? WORKER_CSP : APP_CSP, new Uint8Array(bytes));
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: securityHeaders(APP_CSP) });
}

async function fileWithin(root: string, pathname: string): Promise<string | null> {
  let decoded: string;
  try {
    decoded = decodeURIComponent(pathname);
  } catch {
    return null;
  }
  const wanted = join(root, decoded === '/' ? 'index.html' : decoded);
  // Resolves the real path, so that neither dot segments in any encoding nor a link lead out of the folder.
  const real = await realpath(wanted).catch(() => null);
  const realRoot = await realpath(root).catch(() => null);
  if (real === null || realRoot === null) return null;
  return real.startsWith(realRoot + sep) ? real : null;
}

/** A report may use inline styles and data: pictures, and nothing else. */
const REPORT_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; base-uri 'none'; form-action 'none'";

/**
 * Documents waiting to be printed, served from memory at one-time addresses. A data: address is too short for a
 * report with photos, and a temporary file would leave a customer's data on disk.
 */
export interface ReportPages {
  /** The address under which `html` is answered until `forget`. */
  readonly offer: (html: string) => { readonly url: string; readonly forget: () => void };
  readonly answer: (pathname: string) => Response;
}

/** Creates an empty set of report pages. */
export function createReportPages(): ReportPages {
  const pages = new Map<string, string>();
  return {
    offer: (html) => {
      const pathname = `/${randomUUID()}`;
      pages.set(pathname, html);
      return { url: `${APP_SCHEME}://report${pathname}`, forget: () => void pages.delete(pathname) };
    },
    answer: (pathname) => {
      const html = pages.get(pathname);
      return new Response(html ?? null, {
        status: html === undefined ? 404 : 200,
        headers: { ...securityHeaders(REPORT_CSP), 'content-type': 'text/html; charset=utf-8' },
      });
    },
  };
}
