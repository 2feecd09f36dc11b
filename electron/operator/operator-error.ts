import { makeProblem, type Problem, type ProblemCode } from '../../shared/problem.ts';
import type { NetworkFault } from '../base/network/fault.ts';
import type { EndpointName } from './request.ts';

/* Errors of the operator's API: their codes, whether the request left, and the masking of their texts. */

/**
 * Whether the request reached the operator; this alone decides if the queue may send a write again.
 *
 * - `no`: certainly not applied. Nothing of it was written to a connection, or the operator refused it with 401.
 * - `maybe`: at least a part was written and no complete answer arrived.
 * - `answered`: a complete answer arrived.
 */
export type Sentness = 'no' | 'maybe' | 'answered';

/** Error codes of a failed call. Each has one problem and one plain sentence per language. */
export type OperatorErrorCode =
  // no answer
  | 'unreachable'
  | 'dns'
  | 'tls'
  | 'certificate'
  | NetworkFault
  | 'timeout'
  | 'reset'
  | 'aborted'
  // no token
  | 'login-refused'
  | 'token-unavailable'
  // an answer that refuses
  | 'unauthorised'
  | 'invalid'
  | 'not-found'
  /** The login no longer sees the customer of the call: a 404 that was verified (`customer-guard.ts`). */
  | 'customer-gone'
  | 'conflict'
  | 'content-type'
  | 'too-many'
  | 'unavailable'
  | 'server-error'
  | 'gateway'
  | 'unexpected-status'
  // an answer from another server, or in an unexpected form
  | 'unreadable'
  /** A page answers one write after another while reads succeed (`customer-guard.ts`). */
  | 'intercepted'
  | 'redirected';

/** A failed call, as data. It holds no secret: all texts were masked. */
export interface OperatorError {
  readonly code: OperatorErrorCode;
  readonly sent: Sentness;
  /** The HTTP status if there was one, also when the body was lost. */
  readonly status: number | null;
  /** The called endpoint; `token.request` when no token could be obtained. */
  readonly endpoint: EndpointName;
  /** The operator's message: one line, bounded. */
  readonly operatorMessage: string | null;
  /** Milliseconds, from Retry-After or the app's own backoff. */
  readonly retryAfterMs: number | null;
  /** Technical details for support. */
  readonly detail: string | null;
}

/** Creates an error with defaults for the usual empty fields. */
export function operatorError(
  error: Pick<OperatorError, 'code' | 'sent' | 'endpoint'> & Partial<OperatorError>,
): OperatorError {
  return { status: null, operatorMessage: null, retryAfterMs: null, detail: null, ...error };
}

const codes: Readonly<Record<OperatorErrorCode, ProblemCode>> = {
  unreachable: 'operator-unreachable',
  dns: 'operator-unreachable',
  tls: 'operator-insecure',
  certificate: 'operator-insecure',
  untrusted: 'certificate-untrusted',
  'proxy-login': 'proxy-login-needed',
  'proxy-refused': 'proxy-refused',
  'proxy-unreachable': 'proxy-unreachable',
  timeout: 'operator-timeout',
  reset: 'operator-interrupted',
  aborted: 'operator-interrupted',
  'login-refused': 'operator-login-refused',
  'token-unavailable': 'operator-login-unavailable',
  unauthorised: 'operator-unauthorised',
  invalid: 'operator-rejected',
  'content-type': 'operator-rejected',
  'not-found': 'operator-not-found',
  'customer-gone': 'customer-not-visible',
  conflict: 'operator-conflict',
  'too-many': 'operator-busy',
  unavailable: 'operator-busy',
  'server-error': 'operator-failing',
  gateway: 'operator-failing',
  'unexpected-status': 'operator-failing',
  unreadable: 'operator-unreadable',
  intercepted: 'operator-intercepted',
  redirected: 'operator-redirected',
};

/** The problem of a failed call: the app's sentence by code, with the operator's message beside it. */
export function problemOf(error: OperatorError): Problem {
  return makeProblem(
    codes[error.code],
    error.status === null ? {} : { status: error.status },
    error.operatorMessage ?? error.detail,
  );
}

/**
 * Whether an assumed call may not exist in this environment: a 404, an unreadable answer, or an explicit 405 or 501. A
 * 404 may also mean that the resource in the path is gone: the caller tells them apart.
 */
export function mayBeNotOffered(error: OperatorError): boolean {
  return error.code === 'unreadable' || refusesToOffer(error);
}

/**
 * The same test for a read that decides about a resend. A single page in place of an answer is more likely from a
 * network login page than from the operator (faults.md 24), whatever its status. So it counts only after earlier
 * reads failed too (docs/decisions/0008-pages-are-not-believed.md).
 */
export function isNotOffered(error: OperatorError, failedProbes: number): boolean {
  return error.code === 'unreadable' ? failedProbes >= PAGES_NOT_BELIEVED : refusesToOffer(error);
}

/**
 * Number of failed reads after which a page counts. Between two of them, a read that every environment offers has
 * succeeded; otherwise the queue would not have repeated the read.
 */
const PAGES_NOT_BELIEVED = 3;

function refusesToOffer({ code, status }: OperatorError): boolean {
  if (code === 'customer-gone') return false;
  return status === 404 || status === 405 || status === 501;
}

/** Lower bound of the length of a masked secret: shorter ones look like ordinary words. */
const SHORTEST = 4;

/** Masks every secret in a text: a server may echo its input. */
export function maskText(text: string | null, secrets: readonly string[]): string | null {
  if (text === null) return null;
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((masked, secret) => masked.replaceAll(secret, '•••'), text);
}

/** Masks the texts of an error. */
export function maskError(error: OperatorError, secrets: readonly string[]): OperatorError {
  return {
    ...error,
    operatorMessage: maskText(error.operatorMessage, secrets),
    detail: maskText(error.detail, secrets),
  };
}
