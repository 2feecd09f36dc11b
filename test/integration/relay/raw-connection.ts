import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type RawConnection = {
  readonly socket: Socket;
  /** Everything the relay sent until it closed the connection. */
  readonly ended: Promise<string>;
};

/** A bare connection to a relay, for what no HTTP client would send. */
export async function rawConnection(url: string): Promise<RawConnection> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => void socket.destroy());
  let text = '';
  socket.on('data', (more: string) => (text += more));
  // A relay that cuts a connection off may reset it: that is an end too.
  socket.on('error', () => undefined);
  const ended = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text));
  });
  await once(socket, 'connect');
  return { socket, ended };
}
