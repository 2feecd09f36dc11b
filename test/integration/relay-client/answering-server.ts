import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server that answers as the test says; every request it saw. */
export interface AnsweringServer {
  readonly url: string;
  readonly requests: readonly IncomingMessage[];
}

/** Listens on a free loopback port until the test ends. */
export async function answeringServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<AnsweringServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return { url: `http://127.0.0.1:${portOf(server.address())}`, requests };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
}

/** Answers JSON with a status. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
}
