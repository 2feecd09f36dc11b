import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ProxyLogin } from '../../../shared/domain/profile.ts';
import { ProxyError } from './fault.ts';

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
 * Asks a SOCKS 5 proxy for a connection (RFC 1928, RFC 1929); the socket is the way then. The name is sent as it is: the proxy
 * resolves it. Rejects with a ProxyError.
 */
export async function askSocks(
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

/** So many bytes and no more: what follows belongs to the connection. */
async function takeExactly(socket: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  for (;;) {
    const chunk: unknown = socket.read(bytes);
    if (Buffer.isBuffer(chunk) && chunk.length === bytes) return chunk;
    if (socket.readableEnded || socket.destroyed || chunk !== null)
      throw new Error('the proxy closed the connection');
    await once(socket, 'readable', { signal });
  }
}
