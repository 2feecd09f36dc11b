import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../access/address-group.ts';

export type ConnectionLimits = {
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
