/** One way to an address. A SOCKS 4 proxy is named, but not used: it resolves no names and its protocol has no login. */
export type Route =
  | { readonly via: 'direct' }
  | { readonly via: 'http' | 'https' | 'socks5' | 'socks4'; readonly host: string; readonly port: number };

/** A route through a proxy. */
export type ProxyRoute = Exclude<Route, { readonly via: 'direct' }>;

/** Longer results of a PAC script are cut: a connection tries few proxies anyway. */
const MOST_CHARACTERS = 4_096;
const MOST_ROUTES = 8;

const kinds = new Map<string, { readonly via: ProxyRoute['via']; readonly port: number }>([
  ['PROXY', { via: 'http', port: 80 }],
  ['HTTP', { via: 'http', port: 80 }],
  ['HTTPS', { via: 'https', port: 443 }],
  ['SOCKS', { via: 'socks4', port: 1080 }],
  ['SOCKS4', { via: 'socks4', port: 1080 }],
  ['SOCKS5', { via: 'socks5', port: 1080 }],
]);

/**
 * The routes of a PAC result, as `session.resolveProxy` answers it: `PROXY h:p; HTTPS h:p; SOCKS5 h:p; DIRECT`, in the order in
 * which they are tried. Entries that cannot be read are left out. An empty text means direct; a text without one readable entry
 * gives no route, because a mistake in it is no permission to go around the proxy.
 */
export function parseProxyList(text: string): readonly Route[] {
  const bounded = text.slice(0, MOST_CHARACTERS).trim();
  if (bounded === '') return [{ via: 'direct' }];
  return bounded.split(';').flatMap(readRoute).slice(0, MOST_ROUTES);
}

function readRoute(entry: string): readonly Route[] {
  const [word = '', address = '', ...more] = entry.trim().split(/\s+/);
  const kind = word.toUpperCase();
  if (kind === 'DIRECT' && address === '') return [{ via: 'direct' }];
  const known = kinds.get(kind);
  if (known === undefined || more.length > 0) return [];
  const at = hostAndPort(address, known.port);
  return at === null ? [] : [{ via: known.via, ...at }];
}

/** `host`, `host:port`, `[v6]:port`. */
function hostAndPort(text: string, usual: number): { readonly host: string; readonly port: number } | null {
  const [, host, port] = /^(\[[0-9a-fA-F:.]{2,45}\]|[\w.-]{1,253})(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined) return null;
  const number = port === undefined ? usual : Number(port);
  return number >= 1 && number <= 65_535 ? { host: host.toLowerCase(), port: number } : null;
}

/** `host:port`, as people know a proxy. */
export const proxyName = ({ host, port }: ProxyRoute): string => `${host}:${port}`;
