import { readJson } from '../../shared/json-text.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { operatorError, type OperatorError, type OperatorErrorCode } from './operator-error.ts';
import { messageOf, oneLine } from './operator-message.ts';
import type { OperatorRequest } from './request.ts';
import { readRetryAfter } from './retry-after.ts';
import type { WireAnswer } from './transport.ts';

/** THE table: what a refusing status is called (spec part 7, and what gateways add). */
const statusCodes: Readonly<Record<number, OperatorErrorCode>> = {
  400: 'invalid',
  401: 'unauthorised',
  404: 'not-found',
  // A proxy's own (RFC 9110, 15.5.8): the request was not passed on.
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
 * The error of a status that is no success. A 4xx that the table does not know is still a definite "no" to this
 * request (403, 405, 413, …); anything else unknown proves nothing about what was done.
 */
export function codeOfStatus(status: number): OperatorErrorCode {
  const known = statusCodes[status];
  if (known !== undefined) return known;
  if (status >= 300 && status < 400) return 'redirected';
  if (status >= 400 && status < 500) return 'invalid';
  return status > 511 ? 'gateway' : 'unexpected-status';
}

/** A body as it can be read: undefined when empty. */
export type Body =
  | { readonly form: 'empty' }
  | { readonly form: 'json'; readonly value: unknown }
  | { readonly form: 'text'; readonly text: string; readonly why: string };

/** Reads a body; JSON counts as such only when the content type says so. */
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

/** The operator's words in a body of any form: a plain JSON string may come as text/plain too. */
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
 * The outcome of an answer: its value, or an error. Success needs all three: an expected status, JSON by its
 * content type, and the right shape; a captive portal's 200 has none of the last two.
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
    // A page where nothing should be, or a success of another kind: not what the operator answers to this.
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

/** Codes with which a gateway says that the operator was not asked, or that the request may come again; and the login's. */
const NOT_ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([401, 407, 408, 425, 429]);

/**
 * A refusal as a page for people: a proxy's or a portal's, since the operator answers in JSON (spec part 4, "Conventions"). Whether it
 * was asked at all is not known, so neither "no such thing" nor "not allowed" is its word.
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
