import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { createOperatorClient, type OperatorClientOptions } from '../../../electron/operator/client.ts';
import type { OperatorError } from '../../../electron/operator/operator-error.ts';
import type { Clock } from '../../../shared/time.ts';
import { customerId } from '../../../shared/ids.ts';
import type { Result } from '../../../shared/result.ts';

/** The real clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is set; timers never fire. */
export function settableClock(start = Date.UTC(2026, 6, 23)): Clock & { set: (now: number) => void } {
  let now = start;
  return {
    now: () => now,
    passed: () => now,
    setTimer: () => () => {},
    set: (next) => {
      now = next;
    },
  };
}

/** The value of a success; a failure fails the test with the error in full. */
export function valueOf<Value>(result: Result<Value, OperatorError>): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** The error of a failure; a success fails the test. */
export function errorOf(result: Result<unknown, OperatorError>): OperatorError {
  if (result.ok) throw new Error(`Unexpected success: ${JSON.stringify(result.value)}`);
  return result.error;
}

/** One request as a stub saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answer = (request: Seen, response: ServerResponse, socket: Socket) => void;

/** A server of one test: gives out tokens and answers everything else as set. */
export interface Stub {
  readonly url: string;
  readonly port: number;
  /** Requests other than for tokens, in order of arrival. */
  readonly seen: readonly Seen[];
  readonly tokenRequests: readonly Seen[];
  /** Changes what happens from the next request on. */
  answer: Answer;
  answerToken: Answer;
  readonly stop: () => Promise<void>;
}

/** Answers JSON. */
export const json =
  (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };

/** Answers a body as it is. */
export const raw =
  (status: number, contentType: string | null, text: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, contentType === null ? headers : { 'content-type': contentType, ...headers });
    response.end(text);
  };

/** Gives out `token-1`, `token-2`, … */
export function tokens(lifetime: Record<string, unknown> = { expires_in: '3600' }): Answer {
  let given = 0;
  return (request, response, socket) => {
    given += 1;
    json(200, { access_token: `token-${given}`, token_type: 'Bearer', ...lifetime })(
      request,
      response,
      socket,
    );
  };
}

/** Starts a stub on a free loopback port. */
export async function startStub(answer: Answer, answerToken: Answer = tokens()): Promise<Stub> {
  const seen: Seen[] = [];
  const tokenRequests: Seen[] = [];
  const server: Server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', () => {});
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
      if (url === '/api/v3/oauth2/token') {
        tokenRequests.push(request);
        stub.answerToken(request, response, incoming.socket);
      } else {
        seen.push(request);
        stub.answer(request, response, incoming.socket);
      }
    });
  });
  const port = await listen(server);
  const stub: Stub = {
    url: `http://127.0.0.1:${port}/api/v3`,
    port,
    seen,
    tokenRequests,
    answer,
    answerToken,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return stub;
}

/** Listens on a free loopback port and answers it. */
export async function listen(server: NetServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}

export const credentials = {
  apiKey: 'canary-api-key',
  username: 'canary-username',
  password: 'canary pässword&+%',
};

/** A client of a stub. */
export function clientOf(baseUrl: string, changes: Partial<OperatorClientOptions> = {}) {
  return createOperatorClient({
    baseUrl,
    apiKeyHeader: 'service-API-Key',
    credentials,
    customerId: customerId.parse(4711),
    clock: systemClock,
    random: () => 0.5,
    ...changes,
  });
}
