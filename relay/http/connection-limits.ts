import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '../access/address-group.ts';

export type ConnectionLimits = {
  /** How many connections one address may have open before it has shown a right secret or token. */
  readonly perAddress: number;
  /** Addresses that are never limited: proxies, and who has proved to belong here. */
  readonly isExempt: (address: string | undefined) => boolean;
  /** Told of each connection that was cut off. */
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
