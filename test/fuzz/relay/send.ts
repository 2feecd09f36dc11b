import { connect } from 'node:net';

/** What came back until the relay closed the connection: the status of every answer in it. */
export type Answered = { readonly statuses: readonly number[] };

/** Whether the bytes are one request with its whole body: such a request is answered, and its sender waits for that. */
function isWhole(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const lengths = [...text.slice(0, end).matchAll(/\r\n(?:content-length: (\d+)|transfer-encoding:)/gi)];
  return end > 0 && lengths.length === 1 && lengths[0]?.[1] === String(text.length - end - 4);
}

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
      // A relay does not answer who has hung up.
      if (isWhole(bytes)) socket.write(bytes);
      else socket.end(bytes);
    });
    socket.setEncoding('latin1');
    socket.on('data', (more: string) => {
      text += more;
      socket.end();
    });
    socket.on('error', (reason) => {
      if (!connected) reject(reason);
    });
    socket.on('close', () => {
      const found = text.matchAll(/(?:^|\r\n|\})HTTP\/1\.[01] (\d{3}) /g);
      resolve({ statuses: [...found].map(([, status]) => Number(status)) });
    });
  });
}
