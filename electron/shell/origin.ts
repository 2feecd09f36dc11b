/**
 * The window's own scheme. It is standard and secure, so that origins, CSP `'self'` and secure-context features
 * work.
 */
export const APP_SCHEME = 'boxwright';
/** The start page of the renderer. */
export const APP_START_URL = `${APP_SCHEME}://app/`;

/** Whether this is an address of the renderer. Only such pages get the bridge and may be navigated to. */
export function isAppUrl(url: string): boolean {
  return belongsTo(url, 'app');
}

/** Whether the app itself answers this address. */
export function isOwnUrl(url: string): boolean {
  return belongsTo(url, 'app') || belongsTo(url, 'report');
}

function belongsTo(url: string, host: string): boolean {
  // Parsed instead of compared by prefix, because `boxwright://app.example/` and `boxwright://app@other/` are
  // foreign.
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return (
    parsed.protocol === `${APP_SCHEME}:` &&
    parsed.host === host &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
