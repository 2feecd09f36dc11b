import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
