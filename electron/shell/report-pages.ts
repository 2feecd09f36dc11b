import { randomUUID } from 'node:crypto';
import { APP_SCHEME } from './origin.ts';
import { securityHeaders } from './renderer-files.ts';

/** A report may style itself and carry its pictures along; it may do nothing else. */
const REPORT_CSP =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox; base-uri 'none'; form-action 'none'";

/**
 * Documents waiting to be printed, served from memory at one-time addresses: a data: address is too short for a report
 * with photos, and a file in the temp folder would leave a customer's data behind.
 */
export interface ReportPages {
  /** The address under which `html` is answered until `forget`. */
  readonly offer: (html: string) => { readonly url: string; readonly forget: () => void };
  readonly answer: (pathname: string) => Response;
}

/** Makes an empty set of report pages. */
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
