import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { ConnectionFacts, ProxyLogin, WantedProxyLogin } from '../../../shared/domain/profile.ts';
import { MINUTE } from '../../../shared/time.ts';
import { ProxyError, systemCode } from './fault.ts';
import { parseProxyList, proxyName, type ProxyRoute, type Route } from './proxy-list.ts';
import type { Trust } from './trust.ts';
import { openTunnel } from './tunnel.ts';

/** Opens the connections of an undici pool. */
export type Connect = (options: ConnectOptions) => buildConnector.connector;

/** Connection requirements of one client. */
export interface ConnectOptions {
  /** Timeout per route; covers name lookup, TCP, proxy and TLS together. */
  readonly timeoutMs: number;
  /**
   * Resolves names and refuses forbidden ones. Through a proxy a refusal still counts, but a failed lookup does not.
   */
  readonly lookup?: LookupFunction;
}

/** Storage of proxy logins. */
export interface ProxyLogins {
  readonly read: (proxy: string) => Promise<ProxyLogin | null>;
  readonly write: (proxy: string, login: ProxyLogin) => Promise<void>;
}

/** The dependencies of the network. */
export interface NetworkParts {
  /** The system's proxy setting for an address, in PAC form. */
  readonly resolveProxy: (url: string) => Promise<string>;
  readonly trust: Trust;
  readonly logins: ProxyLogins;
  readonly clock: { readonly passed: () => number };
  /** Called when a proxy asks for a login, and when a login was given. */
  readonly onLogin: () => void;
}

/** Connects main to other machines: through the system's proxies in their order, with the trusted certificates. */
export interface Network {
  readonly connect: Connect;
  /** Facts about the newest connection to this address; null = none yet. */
  readonly connectionTo: (address: string) => ConnectionFacts | null;
  readonly wantedLogin: () => WantedProxyLogin | null;
  /** Keeps a login for the proxy that asked last; later connections use it. */
  readonly signIn: (proxy: string, login: ProxyLogin) => Promise<void>;
}

/** Connects without a proxy and with the default certificates: for tests, and for servers on this machine. */
export const connectDirectly: Connect = ({ timeoutMs, lookup }) =>
  buildConnector({ timeout: timeoutMs, allowH2: false, ...(lookup === undefined ? {} : { lookup }) });

/** A proxy that did not answer is tried last for this long (as in Chromium). */
const TRIED_LAST_MS = 5 * MINUTE;
const MOST_REMEMBERED = 32;

/** Failures after which the next route is tried. No byte of a request was sent at that point. */
const LEADS_NOWHERE: ReadonlySet<string> = new Set([
  'PROXY_UNREACHABLE',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Makes the network. Nothing is opened or resolved before the first connection. */
export function createNetwork(parts: NetworkParts): Network {
  const { trust, logins, clock } = parts;
  const failedAt = new Map<string, number>();
  /**
   * Logins that a proxy refused. They are not sent again, because a directory locks an account after a few attempts.
   */
  const refused = new Set<string>();
  const facts = new Map<string, ConnectionFacts>();
  let wanted: WantedProxyLogin | null = null;

  const askFor = (next: WantedProxyLogin | null) => {
    const changed = JSON.stringify(next) !== JSON.stringify(wanted);
    wanted = next;
    if (changed) parts.onLogin();
  };
  const routesTo = async (url: string): Promise<readonly Route[]> => {
    const routes = parseProxyList(await parts.resolveProxy(url));
    if (routes.length === 0) throw new ProxyError('PROXY_UNREACHABLE', 'the proxy setting cannot be read');
    const isLate = (route: Route) => {
      const at = route.via === 'direct' ? undefined : failedAt.get(proxyName(route));
      return at !== undefined && clock.passed() - at < TRIED_LAST_MS;
    };
    return [...routes.filter((route) => !isLate(route)), ...routes.filter(isLate)];
  };

  const tunnel = async (
    route: ProxyRoute,
    target: { readonly host: string; readonly port: number },
    direct: buildConnector.connector,
    timeoutMs: number,
  ): Promise<Socket> => {
    const name = proxyName(route);
    if (refused.has(name)) throw new ProxyError('PROXY_LOGIN', `${name} did not accept the login`);
    const login = await logins.read(name);
    try {
      const socket = await openTunnel({ route, target, login, connector: direct, timeoutMs });
      failedAt.delete(name);
      if (wanted?.proxy === name) askFor(null);
      return socket;
    } catch (cause) {
      if (cause instanceof ProxyError && cause.code === 'PROXY_LOGIN') {
        if (login !== null) refused.add(name);
        askFor({ proxy: name, refused: login !== null });
      }
      if (systemCode(cause) === 'PROXY_UNREACHABLE') remember(failedAt, name, clock.passed());
      throw cause;
    }
  };

  const connect: Connect = ({ timeoutMs, lookup }) => {
    const plain = { timeout: timeoutMs, allowH2: false };
    const toTarget = { ...plain, ...(lookup === undefined ? {} : { lookup }) };
    const direct = buildConnector(toTarget);
    let secure: buildConnector.connector | null = null;
    /** The authorities are read for TLS alone. */
    const connectorFor = async ({ protocol }: buildConnector.Options): Promise<buildConnector.connector> => {
      if (protocol !== 'https:') return direct;
      const { secureContext } = await trust();
      return (secure ??= buildConnector({ ...toTarget, secureContext }));
    };
    const connectorToProxy = async ({ via }: ProxyRoute): Promise<buildConnector.connector> =>
      buildConnector(via === 'https' ? { ...plain, secureContext: (await trust()).secureContext } : plain);
    const through = async (route: Route, options: buildConnector.Options): Promise<Socket> => {
      if (route.via === 'direct') return connected(await connectorFor(options), options);
      const host = options.hostname;
      const port = Number(options.port === '' ? (options.protocol === 'https:' ? 443 : 80) : options.port);
      if (lookup !== undefined) await mustNotRefuse(lookup, host);
      const socket = await tunnel(route, { host, port }, await connectorToProxy(route), timeoutMs);
      if (options.protocol !== 'https:') return socket;
      return connected(await connectorFor(options), { ...options, httpSocket: socket });
    };
    const open = async (options: buildConnector.Options): Promise<Socket> => {
      const origin = `${options.protocol}//${options.hostname}${options.port === '' ? '' : `:${options.port}`}`;
      const failures: unknown[] = [];
      for (const route of await routesTo(`${origin}/`)) {
        try {
          const socket = await through(route, options);
          await note(new URL(origin).origin, route, socket);
          return socket;
        } catch (cause) {
          failures.push(cause);
          if (!LEADS_NOWHERE.has(systemCode(cause) ?? '')) break;
        }
      }
      throw failures.at(-1);
    };
    const answer = async (options: buildConnector.Options, callback: buildConnector.Callback) => {
      let socket: Socket;
      try {
        socket = await open(options);
      } catch (cause) {
        callback(cause instanceof Error ? cause : new Error(String(cause)), null);
        return;
      }
      callback(null, socket);
    };
    return (options, callback) => void answer(options, callback);
  };
  // A resumed TLS session carries no certificate chain, so the facts of the connection before are kept.
  const tlsOf = async (socket: TLSSocket, before: ConnectionFacts | undefined) =>
    (socket.isSessionReused() ? before?.tls : null) ?? (await trust()).read(socket);
  const note = async (origin: string, route: Route, socket: Socket) => {
    const before = facts.get(origin);
    const proxy = route.via === 'direct' ? null : proxyName(route);
    const tls = socket instanceof TLSSocket ? await tlsOf(socket, before) : null;
    remember(facts, origin, { proxy, tls });
  };

  return {
    connect,
    connectionTo: (address) => facts.get(URL.parse(address)?.origin ?? '') ?? null,
    wantedLogin: () => wanted,
    signIn: async (proxy, login) => {
      await logins.write(proxy, login);
      refused.delete(proxy);
      if (wanted?.proxy === proxy) askFor(null);
    },
  };
}

/** Sets an entry and evicts the oldest ones above the limit. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

const connected = (connector: buildConnector.connector, options: buildConnector.Options): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connector(options, (...[cause, socket]) => (cause === null ? resolve(socket) : reject(cause)));
  });

/**
 * The proxy resolves the name, but a name that this laptop resolves to a forbidden address is still refused. A name
 * that this laptop cannot resolve is allowed.
 */
async function mustNotRefuse(lookup: LookupFunction, host: string): Promise<void> {
  if (isIP(host) !== 0) return;
  await new Promise<void>((resolve, reject) => {
    lookup(host, { all: true }, (failure) => {
      const isRefusal = failure !== null && !/^(?:ENOTFOUND$|EAI_)/.test(systemCode(failure) ?? '');
      if (isRefusal) reject(failure);
      else resolve();
    });
  });
}
