import { createServer } from 'node:http';
import { z } from 'zod';

export type ReceivedResult = {
  readonly path: string;
  readonly secret: string | null;
  readonly contentType: string | null;
  readonly payload: Record<string, unknown>;
};

export type Receiver = {
  readonly url: string;
  readonly received: readonly ReceivedResult[];
  /** The next answers, one each; 204 when there are none left. */
  readonly answers: number[];
  readonly close: () => Promise<void>;
};

/** A partner's webhook receiver that keeps what it gets in memory. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedResult[] = [];
  const answers: number[] = [];
  const server = createServer((message, response) => {
    const chunks: string[] = [];
    message.setEncoding('utf8');
    message.on('data', (chunk: string) => chunks.push(chunk));
    message.on('end', () => {
      const { secret, 'content-type': contentType } = message.headers;
      received.push({
        path: message.url ?? '',
        secret: typeof secret === 'string' ? secret : null,
        contentType: contentType ?? null,
        payload: z.record(z.string(), z.unknown()).parse(JSON.parse(chunks.join(''))),
      });
      response.writeHead(answers.shift() ?? 204).end();
    });
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The receiver has no address.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    answers,
    close: async () => {
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}
