import { isOwnUrl as isAppsOwnUrl } from '../../../electron/shell/origin.ts';

/**
 * Stands for `electron/shell/origin.ts` in the bundles of `npm run dev`: the window may also reach the development server, which
 * announces changed modules over a WebSocket. No other build contains it.
 */
export * from '../../../electron/shell/origin.ts';

/** Written in by `test/dev/bundles.ts`: the origin of the development server. */
declare const BOXWRIGHT_WINDOW_SERVER: string;

const socketHost = new URL(BOXWRIGHT_WINDOW_SERVER).host;

/** Is this an address that this app answers by itself, or the development server's socket? */
export function isOwnUrl(url: string): boolean {
  if (isAppsOwnUrl(url)) return true;
  if (!URL.canParse(url)) return false;
  const { protocol, host } = new URL(url);
  return protocol === 'ws:' && host === socketHost;
}
