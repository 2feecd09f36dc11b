import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

type OnTestFinished = (end: () => void | Promise<void>) => void;

/** A server on a free port of this machine, gone with all its connections when the test ends. */
async function onFreePort(server: Server, onTestFinished: OnTestFinished): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return (address satisfies AddressInfo).port;
}

/** Both directions; the end of either ends the other. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
  }
}

/** A TLS server before a plain one, as a load balancer or an inspecting proxy is. */
export function tlsFront(
  certificate: { readonly cert: Buffer; readonly key: Buffer },
  port: number,
  onTestFinished: OnTestFinished,
): Promise<number> {
  const server = createTlsServer(certificate, (socket) => join(socket, connect(port, '127.0.0.1')));
  server.on('tlsClientError', () => undefined);
  return onFreePort(server, onTestFinished);
}

/** One CONNECT that the proxy saw. */
export interface SeenConnect {
  readonly target: string;
  readonly login: string | null;
  readonly status: number;
}

/** A company's proxy. */
export interface CompanyProxy {
  readonly port: number;
  readonly seen: readonly SeenConnect[];
  /** Answers every further CONNECT with this status and a page of its own; null = lets it through again. */
  readonly answer: (status: number | null) => void;
  /** Ends every open connection through it, as a proxy does that is restarted. */
  readonly cut: () => void;
}

/** Starts a proxy that knows these targets (`host:port` to a port of this machine), and no other. */
export async function companyProxy(
  targets: Readonly<Record<string, number>>,
  options: { readonly login?: string; readonly offers?: string },
  onTestFinished: OnTestFinished,
): Promise<CompanyProxy> {
  const seen: SeenConnect[] = [];
  const tunnels = new Set<Socket>();
  const known = new Map(Object.entries(targets));
  let refusing: number | null = null;
  const page = '<!doctype html><title>Company proxy</title>';
  const server = createHttpServer((_request, response) => response.writeHead(400).end(page));
  server.on('connect', (request, socket: Socket) => {
    const given = request.headers['proxy-authorization'];
    const [scheme, token = ''] = given?.split(' ') ?? [];
    const login = scheme === 'Basic' ? Buffer.from(token, 'base64').toString() : null;
    const target = request.url ?? '';
    const port = known.get(target);
    const allowed = options.login === undefined || login === options.login;
    const status = refusing ?? (allowed ? (port === undefined ? 502 : 200) : 407);
    seen.push({ target, login, status });
    socket.on('error', () => undefined);
    if (status !== 200 || port === undefined) {
      const challenge =
        status === 407 ? `Proxy-Authenticate: ${options.offers ?? 'Basic realm="company"'}\r\n` : '';
      const body = `Content-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`;
      socket.end(`HTTP/1.1 ${status} No\r\n${challenge}${body}`);
      return;
    }
    const through = connect(port, '127.0.0.1');
    through.on('connect', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnels.add(socket);
      socket.on('close', () => tunnels.delete(socket));
      join(socket, through);
    });
    through.on('error', () => socket.destroy());
  });
  const port = await onFreePort(server, onTestFinished);
  return {
    port,
    seen,
    answer: (status) => {
      refusing = status;
    },
    cut: () => {
      for (const socket of tunnels) socket.destroy();
    },
  };
}

/** A SOCKS 5 proxy (RFC 1928) that knows these targets, with or without a login. */
export async function socksProxy(
  targets: Readonly<Record<string, number>>,
  options: { readonly login?: string },
  onTestFinished: OnTestFinished,
): Promise<{ readonly port: number; readonly seen: readonly string[] }> {
  const seen: string[] = [];
  const known = new Map(Object.entries(targets));
  const server = createServer((socket) => {
    let state: 'hello' | 'login' | 'ask' = 'hello';
    socket.on('data', function read(bytes: Buffer) {
      if (state === 'hello') {
        state = options.login === undefined ? 'ask' : 'login';
        socket.write(Buffer.from([5, options.login === undefined ? 0 : 2]));
        return;
      }
      if (state === 'login') {
        const user = bytes.subarray(2, 2 + (bytes[1] ?? 0)).toString();
        const word = bytes.subarray(3 + (bytes[1] ?? 0)).toString();
        const accepted = `${user}:${word}` === options.login;
        state = 'ask';
        socket.write(Buffer.from([1, accepted ? 0 : 1]));
        return;
      }
      const length = bytes[4] ?? 0;
      const target = `${bytes.subarray(5, 5 + length).toString()}:${bytes.readUInt16BE(5 + length)}`;
      seen.push(target);
      const port = known.get(target);
      socket.off('data', read);
      if (port === undefined) return socket.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]));
      socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      return join(socket, connect(port, '127.0.0.1'));
    });
  });
  return { port: await onFreePort(server, onTestFinished), seen };
}
