/** The window's own scheme. Standard and secure, so that origins, CSP `'self'` and secure-context features work. */
export const APP_SCHEME = 'boxwright';
/** Where the renderer lives. */
export const APP_START_URL = `${APP_SCHEME}://app/`;

/** Whether this is an address of the renderer itself. Anything else never gets the bridge and is never navigated to. */
export function isAppUrl(url: string): boolean {
  return belongsTo(url, 'app');
}

/** Whether this is an address that the app answers itself. */
export function isOwnUrl(url: string): boolean {
  return belongsTo(url, 'app') || belongsTo(url, 'report');
}

function belongsTo(url: string, host: string): boolean {
  // Parsed, not compared by prefix: `boxwright://app.example/` and `boxwright://app@other/` are not ours.
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return (
    parsed.protocol === `${APP_SCHEME}:` &&
    parsed.host === host &&
    parsed.username === '' &&
    parsed.password === ''
  );
}
