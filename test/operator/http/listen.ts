import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { control } from '../control/control.ts';
import type { ControlledParts } from '../control/controlled-parts.ts';
import { pictureAnswer } from '../pictures/key-picture.ts';
import type { Random } from '../random.ts';
import type { AssignmentResults } from '../results/assignment-results.ts';
import { json, problem, type Answer } from './answer.ts';
import { answerThroughFault, type LetPass } from './exchange.ts';
import { basePath, takeRequest } from './take-request.ts';
import { receive, type ReceivedRequest } from './received-request.ts';
import { write } from './wire.ts';

export type ServerParts = ControlledParts & {
  readonly random: Random;
  readonly results: AssignmentResults;
  readonly letPass: LetPass;
};

export type Listening = {
  readonly port: number;
  readonly peakConcurrency: () => number;
  /** Resolves when the port is closed and every connection is cut. */
  readonly close: () => Promise<void>;
};

/** Listens on 127.0.0.1; rejects when the port is taken. */
export async function startListening(parts: ServerParts, port: number): Promise<Listening> {
  const stopping = new AbortController();
  let origin = '';
  let open = 0;
  let peak = 0;

  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() + parts.settings.clockSkewMs).toUTCString());
    const request = await receive(message);
    if (request === null) {
      response.setHeader('connection', 'close');
      write(response, problem(413, 'Content Too Large'));
      return;
    }
    const aside = await answerAside(request, parts);
    if (aside !== null) {
      write(response, aside);
      return;
    }
    open += 1;
    peak = Math.max(peak, open);
    response.once('close', () => {
      open -= 1;
    });
    await serveApi(request, response);
  };

  const serveApi = async (received: ReceivedRequest, response: ServerResponse): Promise<void> => {
    const taken = takeRequest({ ...parts, origin }, received);
    const { request, entry, carryOut } = taken;
    await answerThroughFault({
      response,
      entry,
      fault: parts.faults.hit({ method: request.method, path: request.path, body: request.text }),
      latencyMs: parts.settings.latencyMs,
      whenCleared: parts.faults.whenCleared,
      stopping: stopping.signal,
      letPass: parts.letPass,
      carryOut,
    });
  };

  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => {
      // A client that went away and a stop end requests early; both are everyday things here.
      response.socket?.destroy();
      if (!stopping.signal.aborted && message.errored === null) console.error('operator simulator:', error);
    });
  });
  server.keepAliveTimeout = 60_000;

  const started = Promise.withResolvers<void>();
  server.once('error', started.reject);
  server.listen(port, '127.0.0.1', started.resolve);
  await started.promise;
  const address = server.address();
  const takenPort = typeof address === 'object' && address !== null ? address.port : port;
  origin = `http://127.0.0.1:${takenPort}`;

  return {
    port: takenPort,
    peakConcurrency: () => peak,
    close: async () => {
      stopping.abort();
      const closed = Promise.withResolvers<void>();
      server.close(() => closed.resolve());
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

/** Pictures, the control interface, and addresses outside the API. Null for a request of the API. */
async function answerAside(request: ReceivedRequest, parts: ServerParts): Promise<Answer | null> {
  if (request.path.startsWith('/_pictures/')) return pictureAnswer(request.path, parts.state);
  if (request.path.startsWith('/_simulator/')) return control(request, parts);
  if (request.path.startsWith(`${basePath}/`)) return null;
  return json(404, { statusCode: 404, message: `Nothing lives here: the base address ends in ${basePath}.` });
}
