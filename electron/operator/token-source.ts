import { z } from 'zod';
import { type Clock, type Instant, MINUTE, SECOND } from '../../shared/time.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import type { OperatorCredentials } from '../../shared/domain/profile.ts';
import type { Assumptions } from '../../shared/operator/assumptions.ts';
import { operatorError, type OperatorError } from './operator-error.ts';
import type { WireAnswer, WireFailure } from './transport.ts';
import { codeOfStatus, isAnothersPage, messageIn, readBody, readRetryAfter } from './answer.ts';

/** The state of the login, for health. It holds no secret. */
export type Authentication =
  | { readonly state: 'unauthenticated' }
  | { readonly state: 'authenticated'; readonly since: Instant }
  /** The operator accepts the token request but refuses the call. */
  | { readonly state: 'unauthorised'; readonly since: Instant; readonly message: string | null }
  /** Final until the credentials change. */
  | { readonly state: 'refused'; readonly since: Instant; readonly message: string | null }
  | { readonly state: 'unavailable'; readonly since: Instant; readonly nextTryAt: Instant };

interface TokenSource {
  /** Returns a valid token, cached or new; concurrent callers share one request. */
  readonly get: (signal: AbortSignal | undefined) => Promise<Result<string, OperatorError>>;
  /** A 401 has shown that this token is invalid. Evicts it, unless it was replaced already. */
  readonly discard: (token: string) => void;
  /** A call with a fresh token was refused with 401. */
  readonly reject: (message: string | null) => void;
  /** A call with this token went through. */
  readonly accept: () => void;
  /** Ends the pause after a failed token request. */
  readonly wake: () => void;
  readonly authentication: () => Authentication;
}

const FIRST_PAUSE_MS = SECOND;
/**
 * Caps of the backoff. A request without an answer points to the network, which may return at any moment, so its cap is
 * short. An unexpected answer points to the token endpoint.
 */
const LONGEST_PAUSE_MS = { network: 10 * SECOND, endpoint: 2 * MINUTE };
const LONGEST_RETRY_AFTER_MS = 10 * MINUTE;
/** A token is renewed this much before its expiry, or at four fifths of a short lifetime. */
const SKEW_MS = MINUTE;

interface Held {
  readonly token: string;
  readonly from: Instant;
  /** Null = valid until a 401. */
  readonly renewAt: Instant | null;
}
interface Pause {
  readonly from: Instant;
  readonly until: Instant;
  readonly error: OperatorError;
}

/** The token life cycle of spec part 3. `request` performs one token request; tokens are held in this closure only. */
export function createTokenSource(options: {
  readonly clock: Clock;
  readonly random: () => number;
  readonly request: () => Promise<Result<WireAnswer, WireFailure>>;
  /** Masks secrets in the endpoint's messages. */
  readonly mask: (text: string | null) => string | null;
}): TokenSource {
  const { clock, random } = options;
  let held: Held | null = null;
  let pause: Pause | null = null;
  let refused: OperatorError | null = null;
  let failures = 0;
  let underWay: Promise<Result<string, OperatorError>> | null = null;
  let authentication: Authentication = { state: 'unauthenticated' };

  const failed = (error: OperatorError, longestMs: number): OperatorError => {
    failures += 1;
    const from = clock.now();
    const ceiling = Math.min(longestMs, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 20));
    const asked = Math.min(error.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
    const waitMs = Math.max(asked, Math.round(random() * ceiling));
    const reported = { ...error, retryAfterMs: waitMs };
    pause = { from, until: from + waitMs, error: reported };
    authentication = { state: 'unavailable', since: from, nextTryAt: from + waitMs };
    return reported;
  };

  const fetchToken = async (): Promise<Result<string, OperatorError>> => {
    const from = clock.now();
    const answer = await options.request();
    const about = { sent: 'no', endpoint: 'token.request' } as const;
    if (!answer.ok) {
      const { code, status, detail } = answer.error;
      // A lost connection keeps its own code, because its remedy differs from that of an endpoint with invalid answers.
      const named = code === 'unreadable' || code === 'invalid' ? 'token-unavailable' : code;
      const error = operatorError({ ...about, code: named, status, detail });
      return err(code === 'aborted' ? error : failed(error, LONGEST_PAUSE_MS.network));
    }
    const verdict = readTokenAnswer(answer.value);
    const now = clock.now();
    switch (verdict.verdict) {
      case 'granted': {
        const lifeMs = verdict.lifetimeSeconds === null ? null : verdict.lifetimeSeconds * SECOND;
        const renewAt = lifeMs === null ? null : from + lifeMs - Math.min(SKEW_MS, lifeMs / 5);
        held = { token: verdict.token, from, renewAt };
        failures = 0;
        pause = null;
        authentication = { state: 'authenticated', since: now };
        return ok(verdict.token);
      }
      case 'refused': {
        const { status } = verdict;
        const message = options.mask(verdict.message);
        refused = operatorError({ ...about, code: 'login-refused', status, operatorMessage: message });
        authentication = { state: 'refused', since: now, message };
        return err(refused);
      }
      case 'unavailable': {
        const { status, retryAfterMs, detail } = verdict;
        const operatorMessage = options.mask(verdict.message);
        const error = { ...about, code: 'token-unavailable', status, operatorMessage } as const;
        return err(failed(operatorError({ ...error, retryAfterMs, detail }), LONGEST_PAUSE_MS.endpoint));
      }
    }
  };

  const obtain = (): Promise<Result<string, OperatorError>> => {
    const now = clock.now();
    if (refused !== null) return Promise.resolve(err(refused));
    if (held !== null && (held.renewAt === null || now < held.renewAt))
      return Promise.resolve(ok(held.token));
    // A clock that was set back ends a pause: its end may be hours away by now.
    if (underWay === null && pause !== null && now >= pause.from && now < pause.until) {
      return Promise.resolve(err({ ...pause.error, retryAfterMs: pause.until - now }));
    }
    underWay ??= fetchToken().finally(() => {
      underWay = null;
    });
    return underWay;
  };

  return {
    get: (signal) => untilAborted(obtain(), signal),
    discard: (token) => {
      if (held?.token === token) held = null;
    },
    reject: (message) => {
      authentication = { state: 'unauthorised', since: clock.now(), message };
    },
    accept: () => {
      if (authentication.state === 'unauthorised') {
        authentication = { state: 'authenticated', since: clock.now() };
      }
    },
    wake: () => {
      pause = null;
      failures = 0;
    },
    authentication: () => authentication,
  };
}

/** An aborted caller does not end the request that others wait for. */
function untilAborted<Value>(
  promise: Promise<Result<Value, OperatorError>>,
  signal: AbortSignal | undefined,
): Promise<Result<Value, OperatorError>> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const detail = 'given up while waiting for a token';
    const onAbort = () =>
      resolve(err(operatorError({ code: 'aborted', sent: 'no', endpoint: 'token.request', detail })));
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

export const TOKEN_PATH = '/oauth2/token';

/** The body of the password grant, in this environment's format. */
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

/** `expires_in` in seconds, as a number or string; without a readable one the token is used until a 401. */
const tokenAnswer = z.object({
  // Printable ASCII only, because it becomes a header value.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  expires_in: lifetime,
});

/** OAuth errors that are temporary and do not concern the credentials. */
const passing = new Set(['temporarily_unavailable', 'server_error']);
const oauthError = z.object({ error: z.string() });

/** The meaning of the token endpoint's answer. */
type TokenVerdict =
  | { readonly verdict: 'granted'; readonly token: string; readonly lifetimeSeconds: number | null }
  /** Final: key, username or password is wrong. */
  | { readonly verdict: 'refused'; readonly status: number; readonly message: string | null }
  | {
      readonly verdict: 'unavailable';
      readonly status: number;
      readonly message: string | null;
      readonly retryAfterMs: number | null;
      readonly detail: string;
    };

/**
 * Interprets an answer of the token endpoint. 400 with an OAuth error, 401 and 403 mean refused (assumption). A 403 as
 * a page comes from a proxy: the login itself was not checked, so the refusal is not final.
 */
function readTokenAnswer(answer: WireAnswer): TokenVerdict {
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
