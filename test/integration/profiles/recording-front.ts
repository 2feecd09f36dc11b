import { createServer, request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { RunningOperator } from '../../operator/start.ts';

/** An address of an operator that keeps every byte of every request before it passes it on. */
export interface RecordingFront {
  readonly url: string;
  /** Request lines, headers and bodies of all requests so far. */
  readonly seen: () => string;
}

export async function recordingFront(operator: RunningOperator): Promise<RecordingFront> {
  const seen: string[] = [];
  const server = createServer((incoming, answer) => {
    seen.push(`${incoming.method} ${incoming.url}`, ...incoming.rawHeaders);
    const { host: _host, ...headers } = incoming.headers;
    const onward = request(
      new URL(incoming.url ?? '/', operator.origin),
      { method: incoming.method, headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.on('data', (part: Buffer) => seen.push(part.toString('utf8')));
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port');
  const { port } = address;
  return {
    url: operator.url.replace(String(operator.port), String(port)),
    seen: () => seen.join('\n'),
  };
}
