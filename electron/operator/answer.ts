import { z } from 'zod';
import { readJson } from '../../shared/parsing.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { DAY, type Instant, SECOND } from '../../shared/time.ts';
import { operatorError, type OperatorError, type OperatorErrorCode } from './operator-error.ts';
import type { OperatorRequest } from './request.ts';
import type { WireAnswer } from './transport.ts';

/* The interpretation of the operator's HTTP answers: status, body, message, `Retry-After` and clock. */

/** The error code of each refusing status (spec part 7, and gateways' additions). */
const statusCodes: Readonly<Record<number, OperatorErrorCode>> = {
  400: 'invalid',
  401: 'unauthorised',
  404: 'not-found',
  // A proxy's own status (RFC 9110, 15.5.8): the request was not forwarded.
  407: 'proxy-login',
  408: 'unexpected-status',
  409: 'conflict',
  415: 'content-type',
  425: 'unexpected-status',
  429: 'too-many',
  500: 'server-error',
  502: 'gateway',
  503: 'unavailable',
  504: 'gateway',
};

/**
 * The error of a status other than success. An unlisted 4xx is still a definite refusal (403, 405, 413, …). Any
 * other unlisted status does not show whether the request was applied.
 */
export function codeOfStatus(status: number): OperatorErrorCode {
  const known = statusCodes[status];
  if (known !== undefined) return known;
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 400 && status < 500) return 'invalid';
  return status > 511 ? 'gateway' : 'unexpected-status';
}

/** A parsed body; undefined = empty. */
type Body =
  | { readonly form: 'empty' }
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'text'; readonly text: string; readonly why: string };

/** Parses a body; it counts as JSON only with a JSON content type. */
export function readBody(answer: WireAnswer): Body {
  const { text } = answer;
  if (text.trim() === '') return { form: 'empty' };
  const contentType = answer.headers['content-type'] ?? '';
  if (!/^[\w.-]+\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(contentType.trim())) {
    return { form: 'text', text, why: `content type ${oneLine(contentType) ?? 'missing'}` };
  }
  const value = readJson(text);
  return value === undefined ? { form: 'text', text, why: 'no valid JSON' } : { form: 'json', value };
}

/** The operator's message in a body of any form: a plain JSON string may also come as text/plain. */
export function messageIn(body: Body): string | null {
  switch (body.form) {
    case 'empty':
      return null;
    case 'json':
      return messageOf(body.value);
    case 'text':
      return messageOf(readJson(body.text) ?? body.text);
  }
}

/**
 * The outcome of an answer: its value, or an error. Success needs an expected status, a JSON content type and the right
 * shape; a captive portal's 200 lacks the last two.
 */
export function interpret<Value>(
  request: OperatorRequest<Value>,
  answer: WireAnswer,
): Result<Value, OperatorError> {
  const { status } = answer;
  const body = readBody(answer);
  const refusal = (code: OperatorErrorCode, detail: string | null) =>
    err(
      operatorError({
        code,
        sent: 'answered',
        endpoint: request.endpoint,
        status,
        operatorMessage: messageIn(body),
        retryAfterMs: readRetryAfter(
          answer.headers['retry-after'],
          answer.headers['date'],
          answer.receivedAt,
        ),
        detail,
      }),
    );
  const good = status >= 200 && status < 300;
  if (!request.expect.includes(status)) {
    if (!good)
      return isAnothersPage(status, body)
        ? refusal('unreadable', body.why)
        : refusal(codeOfStatus(status), null);
    // A page in place of an empty body, or another success status, is not the operator's answer to this call.
    return body.form === 'text'
      ? refusal('unreadable', body.why)
      : refusal('unexpected-status', `expected ${request.expect.join(' or ')}`);
  }
  if (!good) {
    if (isAnothersPage(status, body)) return refusal('unreadable', body.why);
    const parsed = request.parse(status, bodyForRefusal(body));
    return parsed.ok ? ok(parsed.value) : refusal(codeOfStatus(status), null);
  }
  if (body.form === 'text') return refusal('unreadable', body.why);
  if (body.form === 'empty' && request.effect === 'read') return refusal('unreadable', 'empty body');
  const parsed = request.parse(status, body.form === 'json' ? body.value : undefined);
  return parsed.ok ? ok(parsed.value) : refusal('unreadable', oneLine(parsed.error));
}

/**
 * Statuses by which a gateway reports that the operator was not asked or that a retry is welcome, and those of the
 * login.
 */
const NOT_ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([401, 407, 408, 425, 429]);

/**
 * A refusal as an HTML or text page comes from a proxy or a portal, since the operator answers in JSON (spec part 4,
 * "Conventions"). Whether the operator was asked is unknown, so neither 404 nor 403 is its statement.
 */
export function isAnothersPage(status: number, body: Body): body is Extract<Body, { readonly form: 'text' }> {
  if (status < 400 || status > 499 || NOT_ABOUT_THE_REQUEST.has(status)) return false;
  return body.form === 'text' && /^\s*<(?:!doctype|html|head|body|\?xml)\b/i.test(body.text);
}

function bodyForRefusal(body: Body): unknown {
  switch (body.form) {
    case 'empty':
      return undefined;
    case 'json':
      return body.value;
    case 'text':
      return readJson(body.text) ?? body.text;
  }
}

const LONGEST = 400;
/** Upper bound of characters that are searched for a message. */
const SEARCHED = 64 * 1024;
/** Upper bound of nested objects that are searched for a message. */
const DEEPEST = 6;

/**
 * Fields with the message in JSON error bodies: the operator's objects, problem documents, OAuth, nested `error`
 * objects.
 */
const fields = ['message', 'errorMessage', 'detail', 'error_description', 'title', 'error'] as const;
const object = z.record(z.string(), z.unknown());

/** One line, trimmed and bounded; null when empty. */
function oneLine(text: string): string | null {
  const line = text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  if (line === '') return null;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`.toWellFormed();
}

/**
 * The title of a page, else its text without tags, scripts and styles. Linear: each character is read once, even when a
 * tag, a title or a script never ends.
 */
function htmlText(html: string): string {
  const texts: string[] = [];
  let inside: 'text' | 'script' | 'style' = 'text';
  for (const piece of html.split('<')) {
    const end = piece.indexOf('>');
    const name = /^\/?[a-z]{1,12}(?![\w-])/i.exec(piece)?.[0].toLowerCase() ?? '';
    const text = end < 0 ? (texts.length === 0 ? piece : '') : piece.slice(end + 1);
    if (inside === 'script' || inside === 'style') {
      if (name !== `/${inside}`) continue;
      inside = 'text';
    } else if (name === 'script' || name === 'style') {
      inside = name;
      continue;
    } else if (name === 'title') {
      if (text.trim() !== '') return text;
    }
    texts.push(text);
  }
  return texts.join(' ');
}

/**
 * The operator's message in an error body: a plain JSON string, a usual field of an object, text, or an HTML title.
 * Null when there is none.
 */
export function messageOf(body: unknown): string | null {
  return messageAt(body, 0);
}

function messageAt(body: unknown, depth: number): string | null {
  if (typeof body === 'string') {
    const text = body.slice(0, SEARCHED).trim();
    return oneLine(/^<(!doctype|html|\?xml|head|body)\b/i.test(text) ? htmlText(text) : text);
  }
  if (depth > DEEPEST) return null;
  const parsed = object.safeParse(body);
  if (!parsed.success) return null;
  for (const field of fields) {
    const message = messageAt(parsed.data[field], depth + 1);
    if (message !== null) return message;
  }
  return null;
}

/**
 * `Retry-After` in milliseconds: seconds, or an HTTP date. The date is compared with the answer's own `Date`, because
 * the laptop's clock may be wrong. Null when absent or unreadable; never more than a day.
 */
export function readRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: Instant,
): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, DAY);
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  const answered = Date.parse(dateHeader ?? '');
  return Math.min(Math.max(0, at - (Number.isNaN(answered) ? now : answered)), DAY);
}

/** `Date` has whole seconds, so half a second is lost on average. */
const DATE_HEADER_LOSS_MS = SECOND / 2;

/**
 * Laptop clock minus operator clock in milliseconds, accurate to about a second; null when the answer has no usable
 * date. The operator's `Date` is assumed to be the midpoint between sending and receiving.
 */
export function clockOffset(answer: WireAnswer): number | null {
  const operatorTime = Date.parse(answer.headers['date'] ?? '');
  if (Number.isNaN(operatorTime)) return null;
  return Math.round((answer.sentAt + answer.receivedAt) / 2 - (operatorTime + DATE_HEADER_LOSS_MS));
}

/** Whether an answer comes from the operator itself: the clock of a portal or a gateway is no reference. */
export function fromOperator(code: OperatorErrorCode): boolean {
  return (
    code !== 'redirected' &&
    code !== 'proxy-login' &&
    code !== 'unreadable' &&
    code !== 'gateway' &&
    code !== 'unexpected-status'
  );
}

/** The laptop's clock offset from the operator, as reported by its answers. */
export interface MeasuredOffset {
  /** Laptop minus operator, in milliseconds; null = not known, or outdated. */
  readonly ms: () => number | null;
  /** Called with each answer's offset; null = none in the answer. */
  readonly measured: (offsetMs: number | null) => void;
  /** The laptop's clock was adjusted: the offset is unknown until the next answer. */
  readonly reset: () => void;
}

/** Threshold of a change: the operator reports whole seconds. */
const CHANGE_THRESHOLD_MS = 500;

/**
 * Creates the measurement. `onMeasured` is called with each answer's offset, `onMoved` when the offset changed by
 * more than an answer's accuracy.
 */
export function createMeasuredOffset(
  onMeasured: (offsetMs: number) => void,
  onMoved: () => void,
): MeasuredOffset {
  let kept: number | null = null;
  return {
    ms: () => kept,
    measured: (offsetMs) => {
      if (offsetMs === null) return;
      onMeasured(offsetMs);
      const moved = kept === null || Math.abs(offsetMs - kept) > CHANGE_THRESHOLD_MS;
      kept = offsetMs;
      if (moved) onMoved();
    },
    reset: () => {
      if (kept === null) return;
      kept = null;
      onMoved();
    },
  };
}
