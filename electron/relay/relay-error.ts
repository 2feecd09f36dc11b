import type { NetworkFault } from '../base/network/fault.ts';
import { makeProblem, type Problem, type ProblemCode } from '../../shared/problem.ts';
import { neverReached } from '../../shared/never.ts';

/**
 * Why the relay gave no usable answer. Plain data: it never contains the token, and may be logged.
 *
 * - `unreachable`: no answer (name, connection, TLS, time-out).
 * - `refused`: 401 of the relay, the token.
 * - `wrong-customer`: 403 of the relay.
 * - `rejected`: another 4xx of the relay (a request that it does not accept, or a relay without this route).
 * - `failing`: 5xx or 429; a retry may succeed.
 * - `unreadable`: an answer from another server, or in an unexpected form (a captive portal's page, a redirect, a body
 * that is too large or does not fit the schema).
 * - `aborted`: the caller cancelled.
 */
export interface RelayError {
  readonly code:
    'unreachable' | 'refused' | 'wrong-customer' | 'rejected' | 'failing' | 'unreadable' | 'aborted';
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The relay's message, or the network error code; trimmed. */
  readonly detail: string;
  /** The delay of `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
  /** The network fault behind `unreachable`, if known. */
  readonly fault?: NetworkFault;
}

/** Creates a RelayError; unknown fields are null. */
export function relayError(
  code: RelayError['code'],
  detail: string,
  more: Partial<Pick<RelayError, 'status' | 'retryAfterMs' | 'fault'>> = {},
): RelayError {
  const { status = null, retryAfterMs = null, fault } = more;
  return { code, detail, status, retryAfterMs, ...(fault === undefined ? {} : { fault }) };
}

const ofFault = {
  untrusted: 'certificate-untrusted',
  'proxy-login': 'proxy-login-needed',
  'proxy-refused': 'proxy-refused',
  'proxy-unreachable': 'proxy-unreachable',
} as const satisfies Readonly<Record<NetworkFault, ProblemCode>>;

/** The problem of an act that a person requested and that is not retried automatically. */
export function relayActProblemOf(error: RelayError): Problem {
  const problem = relayProblemOf(error);
  return problem.code === 'relay-unreachable' ? { ...problem, code: 'relay-not-reached' } : problem;
}

/**
 * The problem of work that is retried automatically. A failing relay is shown as unreachable, because the next step
 * is the same.
 */
export function relayProblemOf(error: RelayError): Problem {
  const raw = error.status === null ? error.detail : `HTTP ${error.status} ${error.detail}`.trim();
  switch (error.code) {
    case 'unreachable':
    case 'failing':
      return makeProblem(error.fault === undefined ? 'relay-unreachable' : ofFault[error.fault], {}, raw);
    case 'refused':
      return makeProblem('relay-refused', {}, raw);
    case 'wrong-customer':
      return makeProblem('relay-wrong-customer', {}, raw);
    case 'rejected':
    case 'unreadable':
      return makeProblem('relay-unreadable', {}, raw);
    case 'aborted':
      return makeProblem('cancelled', {}, null);
    default:
      return neverReached(error.code);
  }
}
