import { once } from 'node:events';
import { connect } from 'node:net';

/** An answer as it came; texts are Latin-1. */
export type Answer = { readonly status: number; readonly head: string; readonly body: string };

/**
 * One keep-alive connection that carries one request at a time.
 *
 * Requests are texts made beforehand and answers are looked at no further than needed, because load and server share one
 * machine here: a client as heavy as the server (undici, autocannon) would be what is measured, and a fast server would look
 * like a slow one.
 */
export type Wire = {
  readonly send: (request: string, answered: (answer: Answer) => void) => void;
  readonly close: () => void;
};

/**
 * Reads an answer from all that has come so far.
 *
 * @returns null as long as it is not complete.
 * @throws when its length has a form that none of the measured servers uses.
 */
export function readAnswer(text: string): Answer | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const status = Number(text.slice(9, 12));
  const head = text.slice(0, end);
  const isBodiless = status === 204 || status === 304;
  const reported = isBodiless ? '0' : /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (reported === undefined) {
    throw new Error(`An answer without a length: ${head.split('\r\n')[0]}`);
  }
  const length = Number(reported);
  const body = text.slice(end + 4);
  if (body.length < length) return null;
  if (body.length > length) throw new Error('More came than one answer.');
  return { status, head, body };
}

const endsTheProcess = (reason: Error): never => {
  throw reason;
};

/**
 * Connects to a port of this machine, from an address of this machine.
 *
 * @param broke is called once when the connection breaks while an answer is due. Left out: the process ends, and nothing is measured.
 */
export async function openWire(
  port: number,
  localAddress = '127.0.0.1',
  broke: (reason: Error) => void = endsTheProcess,
): Promise<Wire> {
  const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true });
  await once(socket, 'connect');
  let text = '';
  let waiting: ((answer: Answer) => void) | null = null;
  socket.setEncoding('latin1').on('data', (part: string) => {
    text = text === '' ? part : text + part;
    const answer = readAnswer(text);
    if (answer === null) return;
    text = '';
    const answered = waiting;
    waiting = null;
    answered?.(answer);
  });
  const lost = (reason: Error): void => {
    if (waiting === null) return;
    waiting = null;
    broke(reason);
  };
  socket.on('error', lost).on('close', () => lost(new Error('The server closed a connection in use.')));
  return {
    send: (request, answered) => {
      waiting = answered;
      socket.write(request, 'latin1');
    },
    close: () => {
      waiting = null;
      socket.destroy();
    },
  };
}

/** A whole request as text. */
export function requestText(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  const length = method === 'POST' ? [`content-length: ${Buffer.byteLength(body, 'latin1')}`] : [];
  return [`${method} ${path} HTTP/1.1`, ...lines, ...length, '', body].join('\r\n');
}

/** One request on a connection of its own. Rejects when the connection breaks. */
export async function ask(port: number, request: string): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const wire = await openWire(port, '127.0.0.1', answered.reject);
  wire.send(request, answered.resolve);
  try {
    return await answered.promise;
  } finally {
    wire.close();
  }
}
