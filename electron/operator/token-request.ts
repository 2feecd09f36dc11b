import { z } from 'zod';
import type { OperatorCredentials } from '../../shared/domain/profile.ts';
import { codeOfStatus, isAnothersPage, messageIn, readBody } from './answer.ts';
import type { Assumptions } from './assumptions.ts';
import { readRetryAfter } from './retry-after.ts';
import type { WireAnswer } from './transport.ts';

export const TOKEN_PATH = '/oauth2/token';

/** The body of the password grant, in the form this environment takes. */
export function tokenRequestBody(
  { username, password }: OperatorCredentials,
  form: Assumptions['tokenBody'],
): { readonly contentType: string; readonly body: string } {
  const fields = { grant_type: 'password', username, password };
  return form === 'form'
    ? { contentType: 'application/x-www-form-urlencoded', body: new URLSearchParams(fields).toString() }
    : { contentType: 'application/json', body: JSON.stringify(fields) };
}

const lifetime = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

/** `expires_in` in seconds, number or string; a token without a readable one lives until a 401. */
const tokenAnswer = z.object({
  // Printable ASCII only: it becomes a header value.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: lifetime,
});

/** OAuth errors that say "not now" rather than "not you". */
const passing = new Set(['temporarily_unavailable', 'server_error']);
const oauthError = z.object({ error: z.string() });

/** The meaning of the token endpoint's answer. */
export type TokenVerdict =
  | { readonly verdict: 'granted'; readonly token: string; readonly lifetimeSeconds: number | null }
  /** Terminal: key, username or password is wrong. */
  | { readonly verdict: 'refused'; readonly status: number; readonly message: string | null }
  | {
      readonly verdict: 'unavailable';
      readonly status: number;
      readonly message: string | null;
      readonly retryAfterMs: number | null;
      readonly detail: string;
    };

/**
 * Reads an answer of the token endpoint. 400 with an OAuth error, 401 and 403 all mean refused (assumption). A 403 as a page is a
 * proxy's: the login itself was not judged, and it must not end for good.
 */
export function readTokenAnswer(answer: WireAnswer): TokenVerdict {
  const { status, headers } = answer;
  const body = readBody(answer);
  const json = body.form === 'json' ? body.value : undefined;
  const unavailable = (detail: string): TokenVerdict => ({
    verdict: 'unavailable',
    status,
    message: messageIn(body),
    retryAfterMs: readRetryAfter(headers['retry-after'], headers['date'], answer.receivedAt),
    detail,
  });
  if (status === 200) {
    const granted = tokenAnswer.safeParse(json);
    if (!granted.success) return unavailable('the answer holds no token');
    const { access_token: token, expires_in: seconds } = granted.data;
    return { verdict: 'granted', token, lifetimeSeconds: (seconds ?? 0) > 0 ? (seconds ?? null) : null };
  }
  const refusal = oauthError.safeParse(json);
  const refused =
    status === 401 ||
    (status === 403 && !isAnothersPage(status, body)) ||
    (status === 400 && refusal.success && !passing.has(refusal.data.error));
  return refused
    ? { verdict: 'refused', status, message: messageIn(body) }
    : unavailable(`token endpoint: ${codeOfStatus(status)}`);
}
