import { Pool } from 'undici';
import { z } from 'zod';
import { withoutTrailingSlashes } from '../../shared/addresses.ts';
import { type Clock, SECOND } from '../../shared/time.ts';
import { err, type Result, ok } from '../../shared/result.ts';
import { readJson } from '../../shared/parsing.ts';
import { relayProblem } from '../../shared/relay/access.ts';
import { type Connect, connectDirectly } from '../base/network/network.ts';
import { networkFaultOf } from '../base/network/fault.ts';
import { relayError, type RelayError } from './relay-error.ts';

/** In milliseconds. */
export interface RelayTimeouts {
  readonly connectMs: number;
  /** Timeout from the request to the last byte of the body, added to the requested long-poll time. */
  readonly answerMs: number;
}

/** The configuration of a connection to the relay. */
export interface RelayConnectionOptions {
  /** A parsed `serviceAddress`. */
  readonly url: string;
  readonly token: string;
  readonly clock: Clock;
  readonly timeouts?: Partial<RelayTimeouts>;
  /** Opens connections; left out: directly. */
  readonly connect?: Connect;
  /** Awaited before each request: the facts that a request reports must be on this laptop's disk. */
  readonly synced?: () => Promise<void>;
}

/** The limits of one request. */
interface Limits {
  /** Added to the usual timeout. */
  readonly waitMs: number;
  /** Upper bound of the answer's body in bytes. */
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** The parts of a request. */
interface Upload {
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
}

/** One relay, one token. Every call is one request without retries. */
export interface RelayConnection {
  /** `path` is relative to the relay's address. Without an upload it is a GET. An unexpected status is an error. */
  readonly send: (
    path: string,
    expected: readonly number[],
    limits: Limits,
    upload?: Upload,
  ) => Promise<Result<Answer, RelayError>>;
  readonly readFile: (path: string, limits: Limits) => Promise<Result<FileAnswer, RelayError>>;
  /** Aborts requests in flight. */
  readonly close: () => Promise<void>;
}

const DEFAULT_TIMEOUTS: RelayTimeouts = { connectMs: 10 * SECOND, answerMs: 15 * SECOND };
/** One each for the long poll, an upload, the read of all logs and a person's call. */
const CONNECTIONS = 4;
/** The characters allowed in an Authorization header. Checked here because the HTTP layer would throw. */
const SENDABLE_TOKEN = /^[\x21-\x7e]+$/;

/** Creates a connection, which opens with the first request. The token is held in this closure only. */
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
  // Masks the token, as the answering server may echo its input.
  const masked = <Value>(answer: Result<Value, RelayError>): Result<Value, RelayError> =>
    answer.ok ? answer : err({ ...answer.error, detail: answer.error.detail.replaceAll(token, '(token)') });
  const unsendable = SENDABLE_TOKEN.test(token)
    ? null
    : err(relayError('refused', 'the token is not one a relay gives'));

  const keptFrom = async (): Promise<Result<never, RelayError> | null> => {
    try {
      await options.synced?.();
      return unsendable;
    } catch (cause) {
      return err(relayError('unreachable', `the disk of this laptop: ${describe(cause)}`));
    }
  };

  return {
    send: async (path, expected, limits, upload) =>
      (await keptFrom()) ?? masked(await exchange(pool, clock, requestOf(path, limits, upload), expected)),
    readFile: async (path, limits) =>
      (await keptFrom()) ?? masked(await exchangeFile(pool, clock, requestOf(path, limits))),
    close: () => pool.destroy(),
  };
}

/** One request. `deadlineMs` covers the whole exchange, so that a slow body cannot block it for ever. */
interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly deadlineMs: number;
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** A JSON answer with one of the requested statuses. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A file as received; the media type is the relay's claim. */
export interface FileAnswer {
  readonly contentType: string;
  readonly bytes: Buffer;
}

const DETAIL_LENGTH = 300;
const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, DETAIL_LENGTH)
    .toWellFormed();

/**
 * Sends one request once. Returns the JSON body when the status is one of `expected`; everything else is a typed error.
 */
async function exchange(
  pool: Pool,
  clock: Clock,
  request: ExchangeRequest,
  expected: readonly number[],
): Promise<Result<Answer, RelayError>> {
  const answer = await exchangeBytes(pool, clock, request);
  if (!answer.ok) return answer;
  const { status, bytes, contentType, retryAfter } = answer.value;
  const body = parseJson(bytes.toString('utf8'), contentType);
  if (body !== undefined && expected.includes(status)) return ok({ status, body });
  return err(refusal(status, body, retryAfter, clock));
}

/** Sends one request once. Returns the file when the status is 200; everything else is a typed error. */
async function exchangeFile(
  pool: Pool,
  clock: Clock,
  request: ExchangeRequest,
): Promise<Result<FileAnswer, RelayError>> {
  const answer = await exchangeBytes(pool, clock, request);
  if (!answer.ok) return answer;
  const { status, bytes, contentType, retryAfter } = answer.value;
  if (status === 200) return ok({ contentType: String(contentType ?? ''), bytes });
  return err(refusal(status, parseJson(bytes.toString('utf8'), contentType), retryAfter, clock));
}

/** Redirects are not followed: the token is sent only to the configured address. */
async function exchangeBytes(
  pool: Pool,
  clock: Clock,
  request: ExchangeRequest,
): Promise<
  Result<
    {
      readonly status: number;
      readonly contentType: Header;
      readonly retryAfter: Header;
      readonly bytes: Buffer;
    },
    RelayError
  >
> {
  const { method, path, headers, body: sent, deadlineMs, limitBytes, signal } = request;
  const deadline = new AbortController();
  const cancelDeadline = clock.setTimer(() => deadline.abort(), deadlineMs);
  try {
    const answer = await pool.request({
      method,
      path,
      headers,
      body: sent,
      headersTimeout: deadlineMs,
      bodyTimeout: deadlineMs,
      signal: signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]),
    });
    return ok({
      status: answer.statusCode,
      contentType: answer.headers['content-type'],
      retryAfter: answer.headers['retry-after'],
      bytes: await readBoundedBytes(answer.body, limitBytes),
    });
  } catch (cause) {
    if (signal?.aborted === true) return err(relayError('aborted', 'given up'));
    if (deadline.signal.aborted) return err(relayError('unreachable', 'no answer in time'));
    if (cause instanceof BodyTooLarge) return err(relayError('unreadable', cause.message));
    const fault = networkFaultOf(cause);
    return err(relayError('unreachable', describe(cause), fault === null ? {} : { fault }));
  } finally {
    cancelDeadline();
  }
}

/** A body above the size limit. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
}

/**
 * Reads a body up to `limitBytes`. Above it throws BodyTooLarge and stops reading, so that a server in the relay's
 * place cannot exhaust the memory.
 */
export async function readBoundedBytes(body: AsyncIterable<Uint8Array>, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limitBytes) throw new BodyTooLarge(`more than ${limitBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Header = string | string[] | undefined;

/** `undefined` when the answer is not JSON, whatever its status. */
function parseJson(text: string, contentType: Header): unknown {
  if (!/^application\/json\b/i.test(String(contentType ?? ''))) return undefined;
  return readJson(text);
}

function refusal(status: number, body: unknown, retryAfter: Header, clock: Clock): RelayError {
  const reported = relayProblem.safeParse(body);
  const detail = reported.success ? oneLine(reported.data.message) : '';
  if (status === 407)
    return relayError('unreachable', 'a proxy asks for a login', { status, fault: 'proxy-login' });
  if (status >= 500 || status === 429) {
    return relayError('failing', detail, { status, retryAfterMs: readRetryAfter(retryAfter, clock) });
  }
  // The page of a proxy or a portal in between says nothing about the token, the customer or the request.
  if (!reported.success || status < 400)
    return relayError('unreadable', 'not an answer of a relay', { status });
  switch (status) {
    case 401:
      return relayError('refused', detail, { status });
    case 403:
      return relayError('wrong-customer', detail, { status });
    default:
      return relayError('rejected', detail, { status });
  }
}

/** Seconds or an HTTP date, as milliseconds from now. */
function readRetryAfter(header: Header, clock: Clock): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now());
}

const coded = z.object({ code: z.string() });

/** The system's error code. Never the request, which contains the token. */
function describe(cause: unknown): string {
  const named = coded.safeParse(cause);
  const text = cause instanceof Error ? oneLine(cause.message) : '';
  return named.success && !text.includes(named.data.code) ? `${named.data.code} ${text}`.trim() : text;
}
