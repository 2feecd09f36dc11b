import { Socket } from 'node:net';
import { once } from 'node:events';
import { type buildConnector, Client } from 'undici';
import type { ProxyLogin } from '../../../shared/domain/profile.ts';
import { ProxyError } from './fault.ts';
import { type ProxyRoute, proxyName } from './proxy-list.ts';

/** The parts of one attempt through one proxy. */
interface TunnelParts {
  readonly route: ProxyRoute;
  readonly target: { readonly host: string; readonly port: number };
  readonly login: ProxyLogin | null;
  /** Opens the connection to the proxy itself. */
  readonly connector: buildConnector.connector;
  readonly timeoutMs: number;
}

const MOST_HEADER_BYTES = 16 * 1024;

/**
 * Opens a connection to `target` through a proxy: CONNECT, or SOCKS 5. A proxy's own page (403, 407, 502) arrives as
 * the answer to CONNECT, so it is never read as the answer to a request. Rejects with a ProxyError. Plain HTTP is
 * tunnelled too, since it is only used for this machine.
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
    // The tunnel's socket is detached from the client, which holds no connection any more.
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

const VERSION = 5;
const NO_LOGIN = 0;
const PASSWORD = 2;
const CONNECT = 1;
const NAME = 3;
/** RFC 1928: not allowed by the ruleset. */
const NOT_ALLOWED = 2;
/** Bytes of a bound address by its type (RFC 1928 part 6); a name has its length in its first byte. */
const ADDRESS_BYTES = new Map([
  [1, 4],
  [4, 16],
]);

/**
 * Asks a SOCKS 5 proxy for a connection (RFC 1928, RFC 1929); afterwards the socket is the tunnel. The host name is
 * sent unresolved: the proxy resolves it. Rejects with a ProxyError.
 */
async function askSocks(
  socket: Socket,
  target: { readonly host: string; readonly port: number },
  {
    login,
    name,
    signal,
  }: { readonly login: ProxyLogin | null; readonly name: string; readonly signal: AbortSignal },
): Promise<void> {
  const take = (bytes: number) => takeExactly(socket, bytes, signal);
  const unreadable = () => new ProxyError('PROXY_UNREACHABLE', `${name} does not speak SOCKS 5`);
  socket.write(
    Buffer.from([VERSION, login === null ? 1 : 2, NO_LOGIN, ...(login === null ? [] : [PASSWORD])]),
  );
  const [version, method] = await take(2);
  if (version !== VERSION) throw unreadable();
  if (method === PASSWORD && login !== null) {
    const [user, password] = [Buffer.from(login.username), Buffer.from(login.password)];
    if (user.length > 255 || password.length > 255)
      throw new ProxyError('PROXY_LOGIN', `${name}: login too long`);
    socket.write(
      Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]),
    );
    const [, status] = await take(2);
    if (status !== 0) throw new ProxyError('PROXY_LOGIN', `${name} does not accept the login`);
  } else if (method !== NO_LOGIN) {
    throw new ProxyError('PROXY_LOGIN', `${name} asks for a login`);
  }
  const host = Buffer.from(target.host);
  if (host.length > 255) throw new ProxyError('PROXY_REFUSED', 'the host name is too long for SOCKS');
  const port = Buffer.from([target.port >> 8, target.port & 255]);
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0, NAME, host.length]), host, port]));
  const [again, reply, , type = 0] = await take(4);
  if (again !== VERSION) throw unreadable();
  if (reply !== 0) {
    const code = reply === NOT_ALLOWED ? 'PROXY_REFUSED' : 'PROXY_UNREACHABLE';
    throw new ProxyError(code, `${name} answers SOCKS reply ${reply}`);
  }
  const length = type === NAME ? ((await take(1))[0] ?? 0) : ADDRESS_BYTES.get(type);
  if (length === undefined) throw unreadable();
  await take(length + 2);
}

/** Reads exactly this many bytes: the bytes after them belong to the connection. */
async function takeExactly(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const chunk: unknown = socket.read(bytes);
    if (Buffer.isBuffer(chunk) && chunk.length === bytes) return chunk;
    if (socket.readableEnded || socket.destroyed || chunk !== null)
      throw new Error('the proxy closed the connection');
    await once(socket, 'readable', { signal });
  }
}
