import { type Dispatcher, Pool } from 'undici';
import { type Clock, type Instant, SECOND } from '../../shared/time.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { type Connect, connectDirectly } from '../base/network/network.ts';
import { networkFaults, systemCode } from '../base/network/fault.ts';
import type { OperatorErrorCode, Sentness } from './operator-error.ts';

/** Timeouts in milliseconds per phase of one exchange. */
export interface Timeouts {
  /** Name lookup, TCP and TLS together. */
  readonly connectMs: number;
  /** From the written request to the answer's headers. */
  readonly headersMs: number;
  /** From the headers to the last byte; slow chunks do not extend it. */
  readonly bodyMs: number;
}

/** The HTTP request. `path` is absolute and includes the query. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Checked right before the first byte, after all waiting; false ends the request as not sent. */
  readonly mayLeave?: () => boolean;
}

/** A complete answer of any status. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly sentAt: Instant;
  readonly receivedAt: Instant;
}

/** An exchange without a complete answer. `status` is set when the headers arrived and the body was lost. */
export interface WireFailure {
  readonly code: OperatorErrorCode;
  readonly sent: Sentness;
  readonly status: number | null;
  readonly detail: string;
}

interface Transport {
  readonly exchange: (
    request: WireRequest,
    signal: AbortSignal | undefined,
  ) => Promise<Result<WireAnswer, WireFailure>>;
  /** Aborts every exchange in flight with `aborted`, and every later one. */
  readonly close: () => Promise<void>;
}

/** Creates a transport to one origin. */
export type OpenTransport = (options: TransportOptions) => Transport;

/** The target and the timeouts. */
interface TransportOptions {
  readonly origin: string;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly maxResponseBytes: number;
  readonly connections: number;
  /** Opens connections; left out: directly. */
  readonly connect?: Connect;
}

/**
 * Idle timeout of a connection, whatever the server announces. A connection may die unnoticed (sleep, another
 * network); a write on it would get the result `maybe` without need.
 */
const KEEP_ALIVE_MS = 4 * SECOND;

/**
 * Sends a request once. One HTTP/1.1 pool without pipelining, redirects or a retry layer. HTTP/2 stays off, because
 * undici's HTTP/2 client re-queues requests when a session closes. If undici ever started to write a request a second
 * time, it would be stopped here before its first byte.
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
              // undici's timers measure silence; this deadline ends an answer that arrives byte by byte.
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

/** The headers with one value each: the first one of a repeated header. */
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

/**
 * Maps error codes of undici and Node to ours. `sent` is not part of it, because one code has different meanings before
 * and after the first byte (ECONNRESET in a TLS handshake, or after writing). The transport decides by whether anything
 * was written.
 */
const codes: Readonly<Record<string, OperatorErrorCode>> = {
  ...networkFaults,

  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  EAI_NONAME: 'dns',

  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENETDOWN: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  EPERM: 'unreachable',
  EMFILE: 'unreachable',
  ENFILE: 'unreachable',

  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',

  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  ENETRESET: 'reset',
  ENOTCONN: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',

  UND_ERR_ABORTED: 'aborted',
  UND_ERR_ABORT: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',

  UND_ERR_HEADERS_OVERFLOW: 'unreadable',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'unreadable',
  // undici's parser error has a name and, in some versions, no code.
  HTTPParserError: 'unreadable',

  // A bug in the app: a header value or path that cannot be written. It is never sent.
  UND_ERR_INVALID_ARG: 'invalid',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'invalid',
  UND_ERR_NOT_SUPPORTED: 'invalid',

  CERT_HAS_EXPIRED: 'certificate',
  CERT_NOT_YET_VALID: 'certificate',
  CERT_REVOKED: 'certificate',
  CERT_REJECTED: 'certificate',
  CERT_UNTRUSTED: 'certificate',
  CERT_CHAIN_TOO_LONG: 'certificate',
  CERT_SIGNATURE_FAILURE: 'certificate',
  HOSTNAME_MISMATCH: 'certificate',
  INVALID_CA: 'certificate',
  INVALID_PURPOSE: 'certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate',
  ERR_TLS_CERT_ALTNAME_FORMAT: 'certificate',

  ERR_TLS_HANDSHAKE_TIMEOUT: 'tls',
  EPROTO: 'tls',
};

/** Prefixes of code families: OpenSSL's own codes, and the HTTP parser's errors. */
const families: readonly (readonly [prefix: string, code: OperatorErrorCode])[] = [
  ['ERR_SSL_', 'tls'],
  ['ERR_TLS_', 'tls'],
  ['HPE_', 'unreadable'],
];

/** The error of a failed exchange. `written`: whether any byte of the request was put on a connection. */
export function classifyTransportFailure(
  error: unknown,
  written: boolean,
): { readonly code: OperatorErrorCode; readonly sent: Sentness; readonly detail: string } {
  const system = systemCode(error);
  const known =
    system === null
      ? undefined
      : (codes[system] ?? families.find(([prefix]) => system.startsWith(prefix))?.[1]);
  const code = known ?? 'reset';
  const message = error instanceof Error ? error.message : '';
  const detail = [system, message.replace(/\s+/g, ' ').trim()].filter(Boolean).join(': ').slice(0, 300);
  if (written) return { code, sent: 'maybe', detail };
  // A connection that breaks before anything was written counts as unreachable.
  return { code: code === 'reset' ? 'unreachable' : code, sent: 'no', detail };
}
