import { connect } from 'node:net';

/** The answers until the relay closed the connection: the status of every answer in it. */
export type Answered = { readonly statuses: readonly number[] };

/**
 * Sends bytes on a connection of their own, says that nothing follows, and reads to the end. Rejects only when no connection
 * can be made; one that is reset ends like any other.
 */
export function send(port: number, bytes: Buffer): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let text = '';
    let connected = false;
    const socket = connect(port, '127.0.0.1', () => {
      connected = true;
      socket.end(bytes);
    });
    socket.setEncoding('latin1');
    socket.on('data', (more: string) => (text += more));
    socket.on('error', (reason) => {
      if (!connected) reject(reason);
    });
    socket.on('close', () => {
      const found = text.matchAll(/(?:^|\r\n|\})HTTP\/1\.[01] (\d{3}) /g);
      resolve({ statuses: [...found].map(([, status]) => Number(status)) });
    });
  });
}
