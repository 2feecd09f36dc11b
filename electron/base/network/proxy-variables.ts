import { isIP } from 'node:net';
import { isLoopbackHost } from '../../../shared/addresses.ts';
import { proxyLogin, type ProxyLogin } from '../../../shared/domain/profile.ts';

/** The proxies of a process's environment, in the form of a PAC result, and the login that stood in their addresses. */
export interface ProxyVariables {
  readonly resolveProxy: (url: string) => Promise<string>;
  /** Of a proxy, `host:port`. */
  readonly loginOf: (proxy: string) => ProxyLogin | null;
}

const MOST_EXCEPTIONS = 200;
const kinds = new Map([
  ['http:', { word: 'PROXY', port: '80' }],
  ['https:', { word: 'HTTPS', port: '443' }],
  ['socks5:', { word: 'SOCKS5', port: '1080' }],
  ['socks5h:', { word: 'SOCKS5', port: '1080' }],
]);

/**
 * Reads HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, lower case first, as curl and Go do. This machine is always reached
 * directly. A proxy address that cannot be read leads nowhere: it is answered as it stands and refused by the parser.
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
  const kind = url === null ? undefined : kinds.get(url.protocol);
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

/** `*`, `host`, `.domain`, `*.domain`, `host:port`; a domain covers the names below it. */
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
