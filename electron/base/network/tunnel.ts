import { Socket } from 'node:net';
import { type buildConnector, Client } from 'undici';
import type { ProxyLogin } from '../../../shared/domain/profile.ts';
import { ProxyError } from './fault.ts';
import { type ProxyRoute, proxyName } from './proxy-list.ts';
import { askSocks } from './socks.ts';

/** The parts of one try through one proxy. */
export interface TunnelParts {
  readonly route: ProxyRoute;
  readonly target: { readonly host: string; readonly port: number };
  readonly login: ProxyLogin | null;
  /** Opens the connection to the proxy itself. */
  readonly connector: buildConnector.connector;
  readonly timeoutMs: number;
}

const MOST_HEADER_BYTES = 16 * 1024;

/**
 * Opens a connection to `target` through a proxy: CONNECT, or SOCKS 5. A proxy's own page (403, 407, 502) comes as the answer to
 * CONNECT, so it can never be read as the answer to a request. Rejects with a ProxyError. Plain HTTP is tunnelled too: only this
 * machine is ever addressed so.
 */
export async function openTunnel(parts: TunnelParts): Promise<Socket> {
  const name = proxyName(parts.route);
  try {
    switch (parts.route.via) {
      case 'socks4':
        throw new ProxyError('PROXY_REFUSED', `${name}: SOCKS 4 is not supported`);
      case 'socks5':
        return await throughSocks(parts, name);
      case 'http':
      case 'https':
        return await throughConnect(parts, name);
    }
  } catch (cause) {
    if (cause instanceof ProxyError) throw cause;
    const says = cause instanceof Error && cause.message !== '' ? cause.message : 'no answer';
    throw new ProxyError('PROXY_UNREACHABLE', `${name}: ${says}`, cause);
  }
}

async function throughSocks(
  { route, target, login, connector, timeoutMs }: TunnelParts,
  name: string,
): Promise<Socket> {
  const socket = await new Promise<Socket>((resolve, reject) => {
    connector(
      { hostname: bare(route.host), host: proxyName(route), protocol: 'http:', port: String(route.port) },
      (...[cause, made]) => (cause === null ? resolve(made) : reject(cause)),
    );
  });
  try {
    await askSocks(socket, target, { login, name, signal: AbortSignal.timeout(timeoutMs) });
    return socket;
  } catch (cause) {
    socket.destroy();
    throw cause;
  }
}

async function throughConnect(
  { route, target, login, connector, timeoutMs }: TunnelParts,
  name: string,
): Promise<Socket> {
  const client = new Client(`${route.via}://${name}`, {
    connect: connector,
    headersTimeout: timeoutMs,
    maxHeaderSize: MOST_HEADER_BYTES,
    allowH2: false,
  });
  const authority = `${target.host}:${target.port}`;
  const basic = login === null ? null : Buffer.from(`${login.username}:${login.password}`).toString('base64');
  try {
    const { statusCode, headers, socket } = await client.connect({
      path: authority,
      headers: { host: authority, ...(basic === null ? {} : { 'proxy-authorization': `Basic ${basic}` }) },
    });
    if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket;
    socket.on('error', () => undefined).destroy();
    throw refusal(statusCode, headers['proxy-authenticate'], name);
  } finally {
    // The tunnel has left the client; what remains has no connection.
    void client.destroy();
  }
}

function refusal(status: number, offered: string | readonly string[] | undefined, name: string): ProxyError {
  if (status === 407) {
    const schemes = [offered].flat().map((one) => /^[A-Za-z0-9-]{1,30}/.exec(one ?? '')?.[0] ?? '');
    const basic = schemes.some((scheme) => scheme.toLowerCase() === 'basic');
    const says = basic
      ? 'asks for a login'
      : `takes ${schemes.join(', ')} logins only; Boxwright gives Basic ones`;
    return new ProxyError('PROXY_LOGIN', `${name} ${says}`);
  }
  const code = status >= 500 ? 'PROXY_UNREACHABLE' : 'PROXY_REFUSED';
  return new ProxyError(code, `${name} answers ${status} to CONNECT`);
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, '');
