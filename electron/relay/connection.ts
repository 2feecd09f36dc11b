import { Pool } from 'undici';
import { withoutTrailingSlashes } from '../../shared/addresses.ts';
import { type Clock, SECOND } from '../../shared/time.ts';
import { err, type Result } from '../../shared/result.ts';
import { type Connect, connectDirectly } from '../base/network/network.ts';
import { type Answer, exchange, exchangeFile, type ExchangeRequest, type FileAnswer } from './exchange.ts';
import { relayError, type RelayError } from './relay-error.ts';

/** In milliseconds. */
export interface RelayTimeouts {
  readonly connectMs: number;
  /** From sending to the last byte of the body, on top of the time the relay was asked to wait. */
  readonly answerMs: number;
}

export interface RelayConnectionOptions {
  /** A parsed `serviceAddress`. */
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly timeouts?: Partial<RelayTimeouts>;
  /** The way out; without one, directly. */
  readonly connect?: Connect;
}

/** The limits of one request. */
export interface Limits {
  /** On top of the usual time. */
  readonly waitMs: number;
  /** Of the answer's body. */
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** The parts of a request. */
export interface Upload {
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** One relay, one token. Every call is one request: nothing underneath retries. */
export interface RelayConnection {
  /** `path` below the relay's address. Without an upload it reads. A status that is not expected is an error. */
  readonly send: (
    path: string,
    expected: readonly number[],
    limits: Limits,
    upload?: Upload,
  ) => Promise<Result<Answer, RelayError>>;
  readonly readFile: (path: string, limits: Limits) => Promise<Result<FileAnswer, RelayError>>;
  /** Gives up what is under way. */
  readonly close: () => Promise<void>;
}

const DEFAULT_TIMEOUTS: RelayTimeouts = { connectMs: 10 * SECOND, answerMs: 15 * SECOND };
/** One long poll, one upload, one reading of all logs and one call of a person; a laptop has no use for more. */
const CONNECTIONS = 4;
/** The characters that an Authorization header can carry. Checked here because the HTTP layer would throw. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Makes a connection, which opens with the first request. The token stays in this closure. */
export function createRelayConnection(options: RelayConnectionOptions): RelayConnection {
  const { clock } = options;
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const base = new URL(options.url);
  const prefix = withoutTrailingSlashes(base.pathname);
  const token = options.token.trim();
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    connect: (options.connect ?? connectDirectly)({ timeoutMs: timeouts.connectMs }),
    pipelining: 1,
  });

  const requestOf = (path: string, limits: Limits, upload?: Upload): ExchangeRequest => ({
    method: upload?.method ?? 'GET',
    path: `${prefix}${path}`,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', ...upload?.headers },
    body: upload?.body ?? null,
    deadlineMs: timeouts.answerMs + limits.waitMs,
    limitBytes: limits.limitBytes,
    signal: limits.signal,
  });
  // The answering server may echo its input.
  const masked = <Value>(answer: Result<Value, RelayError>): Result<Value, RelayError> =>
    answer.ok ? answer : err({ ...answer.error, detail: answer.error.detail.replaceAll(token, '(token)') });
  const unsendable = SENDABLE_TOKEN.test(token)
    ? null
    : err(relayError('refused', 'the token is not one a relay gives'));

  return {
    send: async (path, expected, limits, upload) =>
      unsendable ?? masked(await exchange(pool, clock, requestOf(path, limits, upload), expected)),
    readFile: async (path, limits) =>
      unsendable ?? masked(await exchangeFile(pool, clock, requestOf(path, limits))),
    close: () => pool.destroy(),
  };
}
