import { type Dispatcher, Pool } from 'undici';
import { type Clock, type Instant, SECOND } from '../../shared/time.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Connect, connectDirectly } from '../base/network/network.ts';
import type { OperatorErrorCode, Sentness } from './operator-error.ts';
import { classifyTransportFailure } from './transport-failure.ts';

/** Milliseconds per phase of one exchange. */
export interface Timeouts {
  /** Name lookup, TCP and TLS together. */
  readonly connectMs: number;
  /** From the written request to the answer's headers. */
  readonly headersMs: number;
  /** From the headers to the last byte; a trickling body does not extend it. */
  readonly bodyMs: number;
}

/** The request on the wire. `path` is absolute and holds the query. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Asked right before the first byte leaves, after every waiting; false ends it as not sent. */
  readonly mayLeave?: () => boolean;
}

/** A complete answer, whatever it says. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly sentAt: Instant;
  readonly receivedAt: Instant;
}

/** No complete answer. `status` is there when the headers came and the body got lost. */
export interface WireFailure {
  readonly code: OperatorErrorCode;
  readonly sent: Sentness;
  readonly status: number | null;
  readonly detail: string;
}

export interface Transport {
  readonly exchange: (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ) => Promise<Result<WireAnswer, WireFailure>>;
  /** Ends every exchange under way as `aborted`, and every later one. */
  readonly close: () => Promise<void>;
}

/** How a transport to one origin is made. */
export type OpenTransport = (options: TransportOptions) => Transport;

/** Where to, and how long for. */
export interface TransportOptions {
  readonly origin: string;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly maxResponseBytes: number;
  readonly connections: number;
  /** The way out; without one, directly. */
  readonly connect?: Connect;
}

/**
 * An idle connection is trusted this long, whatever the server promises: a write on one that died meanwhile (sleep, another
 * network) is in doubt for no reason.
 */
const KEEP_ALIVE_MS = 4 * SECOND;

/**
 * Sends a request once. One HTTP/1.1 pool without pipelining, without redirects and without a retry layer: undici's own
 * HTTP/2 client re-queues requests when a session goes away, so HTTP/2 stays off. Should undici ever begin a second
 * writing of one request, it is stopped here before its first byte.
 */
export function createTransport(options: TransportOptions): Transport {
  const { clock, timeouts, maxResponseBytes, connect = connectDirectly } = options;
  const pool = new Pool(options.origin, {
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    connect: connect({ timeoutMs: timeouts.connectMs }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
  });

  return {
    exchange: (request, signal) =>
      new Promise((resolve) => {
        let written = false;
        let settled = false;
        let controller: Dispatcher.DispatchController | null = null;
        let status: number | null = null;
        let headers: Readonly<Record<string, string>> = {};
        let sentAt = clock.now();
        let bytes = 0;
        const chunks: Buffer[] = [];
        let cancelDeadline = () => {};

        const settle = (result: Result<WireAnswer, WireFailure>) => {
          if (settled) return;
          settled = true;
          cancelDeadline();
          signal?.removeEventListener('abort', onAbort);
          resolve(result);
        };
        const fail = (code: OperatorErrorCode, detail: string) => {
          settle(err({ code, sent: written ? 'maybe' : 'no', status, detail }));
          controller?.abort(new Error(detail));
        };
        const onAbort = () => fail('aborted', 'given up by the caller');

        if (signal?.aborted === true) return fail('aborted', 'given up before sending');
        signal?.addEventListener('abort', onAbort);

        pool.dispatch(
          {
            method: request.method,
            path: request.path,
            headers: { ...request.headers },
            body: request.body,
            idempotent: false,
          },
          {
            onRequestStart: (started) => {
              if (written || settled) return started.abort(new Error('not to be written'));
              controller = started;
              if (request.mayLeave?.() === false) return fail('aborted', 'not to be sent any more');
              written = true;
              sentAt = clock.now();
              // undici's timers watch silence; this one ends an answer that trickles for ever.
              cancelDeadline = clock.setTimer(
                () => fail('timeout', 'no complete answer in time'),
                timeouts.headersMs + timeouts.bodyMs,
              );
            },
            onResponseStart: (_controller, statusCode, received) => {
              if (statusCode < 200) return;
              status = statusCode;
              headers = firstValues(received);
            },
            onResponseData: (_controller, chunk) => {
              bytes += chunk.length;
              if (bytes <= maxResponseBytes) {
                chunks.push(Buffer.from(chunk));
                return;
              }
              settle(
                err({
                  code: 'unreadable',
                  sent: 'answered',
                  status,
                  detail: `more than ${maxResponseBytes} bytes`,
                }),
              );
              controller?.abort(new Error('answer too large'));
            },
            onResponseEnd: () => {
              const text = new TextDecoder().decode(Buffer.concat(chunks));
              settle(ok({ status: status ?? 0, headers, text, sentAt, receivedAt: clock.now() }));
            },
            onResponseError: (_controller, error) => {
              settle(err({ ...classifyTransportFailure(error, written), status }));
            },
          },
        );
      }),
    close: () => pool.destroy(),
  };
}

/** A header that came twice counts once, the first time. */
function firstValues(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = typeof value === 'string' ? value : value?.[0];
      return first === undefined ? [] : [[name.toLowerCase(), first]];
    }),
  );
}
