import type { Pool } from 'undici';
import { z } from 'zod';
import { type Clock, SECOND } from '../../shared/time.ts';
import { readJson } from '../../shared/json-text.ts';
import { relayProblem } from '../../shared/relay/access.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { networkFaultOf } from '../base/network/fault.ts';
import { BodyTooLarge, readBoundedBytes } from './bounded-body.ts';
import { relayError, type RelayError } from './relay-error.ts';

/** One request. `deadlineMs` covers the whole exchange, so that a trickling body cannot hold it for ever. */
export interface ExchangeRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly deadlineMs: number;
  readonly limitBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** A JSON answer with a status the caller asked for. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** A file as it came; its media type is what the relay says. */
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

/** Sends one request, once, and answers its JSON body when the status is one of `expected`; everything else is a typed error. */
export async function exchange(
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

/** Sends one request, once, and answers its file when the status is 200; everything else is a typed error. */
export async function exchangeFile(
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

/** Redirects are not followed: the token goes to the configured address and nowhere else. */
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

type Header = string | string[] | undefined;

/** `undefined` when the answer is not JSON, whatever its status. */
function parseJson(text: string, contentType: Header): unknown {
  if (!/^application\/json\b/i.test(String(contentType ?? ''))) return undefined;
  return readJson(text);
}

function refusal(status: number, body: unknown, retryAfter: Header, clock: Clock): RelayError {
  const reported = relayProblem.safeParse(body);
  const detail = reported.success ? oneLine(reported.data.message) : '';
  // A 401 or 403 without the relay's own body comes from something in between (a proxy, a portal); still not let in.
  if (status === 401) return relayError('refused', detail, { status });
  if (status === 407)
    return relayError('unreachable', 'a proxy asks for a login', { status, fault: 'proxy-login' });
  if (status === 403) return relayError('wrong-customer', detail, { status });
  if (status >= 500 || status === 429) {
    return relayError('failing', detail, { status, retryAfterMs: readRetryAfter(retryAfter, clock) });
  }
  return relayError('unreadable', detail === '' ? 'not an answer of a relay' : detail, { status });
}

/** Seconds or an HTTP date, as milliseconds from now. */
function readRetryAfter(header: Header, clock: Clock): number | null {
  if (typeof header !== 'string') return null;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * SECOND;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now());
}

const coded = z.object({ code: z.string() });

/** The system's name for the failure. Never the request: that holds the token. */
function describe(cause: unknown): string {
  const named = coded.safeParse(cause);
  const text = cause instanceof Error ? oneLine(cause.message) : '';
  return named.success && !text.includes(named.data.code) ? `${named.data.code} ${text}`.trim() : text;
}
