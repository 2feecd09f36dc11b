import { isIP } from 'node:net';
import { isLoopbackHost } from '../../../shared/addresses.ts';
import { proxyLogin, type ProxyLogin } from '../../../shared/domain/profile.ts';

/**
 * One route to an address. A SOCKS 4 proxy is recorded but not used: it resolves no names and its protocol has no
 * login.
 */
export type Route =
  | { readonly via: 'direct' }
  | { readonly via: 'http' | 'https' | 'socks5' | 'socks4'; readonly host: string; readonly port: number };

/** A route through a proxy. */
export type ProxyRoute = Exclude<Route, { readonly via: 'direct' }>;

/** Longer results of a PAC script are cut off: a connection tries only a few proxies anyway. */
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
 * The routes of a PAC result from `session.resolveProxy`: `PROXY h:p; HTTPS h:p; SOCKS5 h:p; DIRECT`, in the order of
 * the attempts. Unreadable entries are skipped. An empty text means direct. A text without a readable entry gives no
 * route: a typing mistake must not bypass the proxy.
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

/** `host:port`, as proxies are usually written. */
export const proxyName = ({ host, port }: ProxyRoute): string => `${host}:${port}`;

/** The proxies of the process environment, in PAC form, and the logins in their addresses. */
interface ProxyVariables {
  readonly resolveProxy: (url: string) => Promise<string>;
  /** The login for a proxy (`host:port`). */
  readonly loginOf: (proxy: string) => ProxyLogin | null;
}

const MOST_EXCEPTIONS = 200;
const variableKinds = new Map([
  ['http:', { word: 'PROXY', port: '80' }],
  ['https:', { word: 'HTTPS', port: '443' }],
  ['socks5:', { word: 'SOCKS5', port: '1080' }],
  ['socks5h:', { word: 'SOCKS5', port: '1080' }],
]);

/**
 * Reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, lower case first, as curl and Go do. This machine is always
 * reached directly. An unreadable proxy address is passed on unchanged, and the parser refuses it.
 */
export function readProxyVariables(variables: Readonly<Record<string, string | undefined>>): ProxyVariables {
  const read = (name: string) => (variables[name.toLowerCase()] ?? variables[name] ?? '').trim();
  const forAll = read('ALL_PROXY');
  const proxies = {
    'https:': read('HTTPS_PROXY') || forAll,
    'http:': read('HTTP_PROXY') || forAll,
  };
  const exceptions = read('NO_PROXY')
    .split(/[,\s]+/)
    .filter(Boolean)
    .slice(0, MOST_EXCEPTIONS);
  const logins = new Map<string, ProxyLogin>();
  for (const text of Object.values(proxies)) {
    const proxy = readProxy(text);
    const login = proxy?.login ?? null;
    if (proxy !== null && login !== null) logins.set(proxy.name, login);
  }
  return {
    resolveProxy: (address) => {
      const url = new URL(address);
      const proxy = url.protocol === 'https:' ? proxies['https:'] : proxies['http:'];
      const direct =
        proxy === '' || isLoopbackHost(url.hostname) || exceptions.some((one) => isExcepted(url, one));
      return Promise.resolve(direct ? 'DIRECT' : (readProxy(proxy)?.route ?? 'unreadable'));
    },
    loginOf: (proxy) => logins.get(proxy) ?? null,
  };
}

/** `http://user:pass@host:port`, or `host:port`. */
function readProxy(text: string) {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`);
  const kind = url === null ? undefined : variableKinds.get(url.protocol);
  if (url === null || kind === undefined || url.hostname === '') return null;
  const name = `${url.hostname}:${url.port === '' ? kind.port : url.port}`;
  const given = proxyLogin.safeParse({ username: decoded(url.username), password: decoded(url.password) });
  return { name, route: `${kind.word} ${name}`, login: given.success ? given.data : null };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Matches `*`, `host`, `.domain`, `*.domain` and `host:port`; a domain covers its subdomains. */
function isExcepted(url: URL, exception: string): boolean {
  if (exception === '*') return true;
  const [, pattern = '', port] = /^(.*?)(?::(\d{1,5}))?$/.exec(exception.toLowerCase()) ?? [];
  const usual = url.protocol === 'https:' ? '443' : '80';
  if (port !== undefined && isIP(exception) === 0 && port !== (url.port === '' ? usual : url.port))
    return false;
  const name = pattern.replace(/^\*?\./, '');
  const host = url.hostname.toLowerCase();
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}
