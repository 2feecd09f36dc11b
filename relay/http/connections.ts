import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../access/admission.ts';
import type { FastifyInstance } from 'fastify';

type ConnectionLimits = {
  /** How many connections one address may have open before it has shown a right secret or token. */
  readonly perAddress: number;
  /** Addresses that are never limited: proxies, and who has proved to belong here. */
  readonly isExempt: (address: string | undefined) => boolean;
  /** Called for each connection that was cut off. */
  readonly refused: () => void;
};

/** Cuts off an address that opens too many connections, before TLS or HTTP cost anything. */
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

/** Requests of one connection that are not answered to their end. Proxies and HTTP clients send the next after the answer. */
const ON_ONE_CONNECTION = 8;

/**
 * Cuts off a connection that sends many requests and does not read the answers: each of them would wait in memory. Node itself stops
 * reading from it only when their answers are there.
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
 * When a connection ends, Node makes an error with its stack for each request that was parsed and not answered. Of a connection with
 * hundreds of them, that costs more than all else about it, and no handler sees those errors.
 */
function withoutStacks(socket: Socket): void {
  const usual = Error.stackTraceLimit;
  socket.prependOnceListener('close', () => (Error.stackTraceLimit = 0));
  socket.once('close', () => (Error.stackTraceLimit = usual));
}

/**
 * Answers senders who close their half of the connection behind a whole request: what they sent is kept, and without its 204 they
 * would send it again. Node itself closes the other half at once. A reader that does that has gone away, and gets no answer.
 */
export function answerFinishedSenders(server: Server): void {
  // A property of Node's servers that its types do not name.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on('request', ({ method, socket }, response) => {
    // Of a connection that was cut off, Node hands on the requests that it had parsed before.
    if (method !== 'GET' || socket.destroyed) return;
    const gone = (): void => void response.destroy();
    socket.once('end', gone);
    response.once('close', () => socket.off('end', gone));
  });
}

/**
 * Lets a stopping relay end at once: every answer from now on closes its connection, and connections without a running
 * request are closed. Node's own `closeIdleConnections` leaves those open that never sent a request, and HTTP clients
 * open such connections ahead of need.
 *
 * @returns the function that begins it.
 */
export function draining(app: FastifyInstance, isStopping: () => boolean): () => void {
  const unused = new Set<Socket>();
  const server: Server = app.server;
  const watch = (socket: Socket): void => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  };
  // Of a TLS connection only the inner one shows whether it is used, and Node does not say which outer one carries it.
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
