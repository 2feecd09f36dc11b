import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { z } from 'zod';

/** One address for a server that is killed and comes back on another port. */
export interface Forwarder {
  readonly port: number;
  /** Where connections go from now on; null cuts every one at once, as a missing server would. */
  readonly forwardTo: (port: number | null) => void;
  /** Requests with these words stay on the way, as to a server that hangs, until the returned function lets them go on. */
  readonly hold: (words: string) => () => void;
  readonly stop: () => Promise<void>;
}

/** Listens on a free port. A port that was given back may be taken by a stranger before the server is up again. */
export async function startForwarder(): Promise<Forwarder> {
  let target: number | null = null;
  const open = new Set<Socket>();
  let held: { readonly words: string; readonly over: Promise<void> } | null = null;
  const kept = (socket: Socket): Socket => {
    open.add(socket);
    // A reset is what a killed server looks like; the other side of the pair hears of it by the close.
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((incoming) => {
    kept(incoming);
    if (target === null) {
      incoming.resetAndDestroy();
      return;
    }
    const outgoing = kept(connect(target, '127.0.0.1'));
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
    const gate = new Transform({
      transform: (chunk: Buffer, _encoding, pass) => {
        if (held === null || !chunk.includes(held.words)) pass(null, chunk);
        else void held.over.then(() => pass(null, chunk));
      },
    });
    incoming.pipe(gate).pipe(outgoing).pipe(incoming);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    port,
    forwardTo: (next) => {
      target = next;
      if (next === null) for (const socket of open) socket.resetAndDestroy();
    },
    hold: (words) => {
      const { promise: over, resolve } = Promise.withResolvers<void>();
      held = { words, over };
      return () => {
        held = null;
        resolve();
      };
    },
    stop: async () => {
      for (const socket of open) socket.destroy();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
