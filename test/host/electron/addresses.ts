/**
 * Chromium loads no scheme it does not know, so each `scheme://host/` of the app becomes an https origin that exists
 * inside this host only: standard, secure, and answered by the same protocol handler. The app never sees these.
 */
const SUFFIX = 'localhost';

/** `boxwright://app/x` → `https://app.boxwright.localhost/x`; everything else unchanged. */
export function toBrowserUrl(url: string, schemes: ReadonlySet<string>): string {
  if (!URL.canParse(url)) return url;
  const { protocol, host } = new URL(url);
  const scheme = protocol.slice(0, -1);
  if (!schemes.has(scheme)) return url;
  return `https://${host}.${scheme}.${SUFFIX}${url.slice(`${scheme}://${host}`.length)}`;
}

/** The way back; everything else unchanged. */
export function toAppUrl(url: string, schemes: ReadonlySet<string>): string {
  if (!URL.canParse(url)) return url;
  const { protocol, hostname, origin } = new URL(url);
  const [host = '', scheme = '', suffix, more] = hostname.split('.');
  const ours = protocol === 'https:' && suffix === SUFFIX && more === undefined && schemes.has(scheme);
  return ours ? `${scheme}://${host}${url.slice(origin.length)}` : url;
}
