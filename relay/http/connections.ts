import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../access/admission.ts';
import type { FastifyInstance } from 'fastify';

/* Limits of connections per address, and of pipelined requests on one connection. */

type ConnectionLimits = {
  /** Largest number of connections of one address before it has shown a right secret or token. */
  readonly perAddress: number;
  /** Addresses without a limit: proxies, and addresses that have shown a right secret or token. */
  readonly isExempt: (address: string | undefined) => boolean;
  /** Called for each connection that was cut off. */
  readonly refused: () => void;
};

/** Cuts off an address that opens too many connections, before TLS or HTTP costs anything. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const group = addressGroup(socket.remoteAddress);
    const count = open.get(group) ?? 0;
    if (count >= limits.perAddress && !limits.isExempt(socket.remoteAddress)) {
      limits.refused();
      socket.destroy();
      return;
    }
    open.set(group, count + 1);
    socket.once('close', () => {
      const left = (open.get(group) ?? 1) - 1;
      if (left <= 0) open.delete(group);
      else open.set(group, left);
    });
  });
}

/**
 * Upper bound of unanswered requests on one connection. Proxies and HTTP clients send the next request after the
 * answer.
 */
const ON_ONE_CONNECTION = 8;

/**
 * Cuts off a connection that pipelines many requests and does not read the answers, because each answer would wait in
 * memory. Node itself stops reading only once the answers exist.
 */
export function limitPipelining(
  handler: RequestListener,
  refused: ConnectionLimits['refused'],
): RequestListener {
  const underWay = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    if (count > ON_ONE_CONNECTION) {
      if (socket.destroyed) return;
      refused();
      withoutStacks(socket);
      socket.destroy();
      return;
    }
    underWay.set(socket, count);
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    handler(request, response);
  };
}

/**
 * Suppresses stack traces: when a connection ends, Node makes an error with its stack for each request that was parsed
 * and not answered. With hundreds of such requests this costs more than the rest of the connection, and no handler sees
 * those errors.
 */
function withoutStacks(socket: Socket): void {
  const usual = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0));
  socket.once('close', () => (Error.stackTraceLimit = usual));
}

/**
 * Answers senders that half-close the connection after a whole request: the relay keeps their data, and without the 204
 * they would send it again. Node by default closes the other half at once. A reader that half-closes has gone away and
 * gets no answer.
 */
export function answerFinishedSenders(server: Server): void {
  // A property of Node's servers that its types omit.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', ({ method, socket }, response) => {
    // Node still emits requests that it parsed before the connection was destroyed.
    if (method !== 'GET' || socket.destroyed) return;
    const gone = (): void => void response.destroy();
    socket.once('end', gone);
    response.once('close', () => socket.off('end', gone));
  });
}

/**
 * Lets a stopping relay end at once: every answer from now on closes its connection, and connections without a running
 * request are closed. Node's own `closeIdleConnections` leaves connections open that never sent a request, and HTTP
 * clients open such connections ahead of need.
 *
 * @returns the function that starts the draining.
 */
export function draining(app: FastifyInstance, isStopping: () => boolean): () => void {
  const unused = new Set<Socket>();
  const server: Server = app.server;
  const watch = (socket: Socket): void => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  // Only the inner socket of a TLS connection shows whether it is in use, and Node does not expose which outer socket
  // carries it.
  const handshaking = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const sender = senderOf(socket);
    handshaking.set(sender, socket);
    socket.once('close', () => handshaking.delete(sender));
    watch(socket);
  });
  server.on('secureConnection', (socket: Socket) => {
    const sender = senderOf(socket);
    const outer = handshaking.get(sender);
    if (outer !== undefined) unused.delete(outer);
    handshaking.delete(sender);
    watch(socket);
  });
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) unused.add(socket);
    });
  });
  app.addHook('onSend', (_request, reply, _payload, go) => {
    if (isStopping()) void reply.header('connection', 'close');
    go();
  });
  return () => {
    for (const socket of unused) socket.destroy();
  };
}

const senderOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
