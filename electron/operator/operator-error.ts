import { makeProblem, type Problem, type ProblemCode } from '../../shared/problem.ts';
import type { NetworkFault } from '../base/network/fault.ts';
import type { EndpointName } from './endpoint-name.ts';

/**
 * Did the request reach the operator? The queue decides by this alone whether a write may be sent again.
 * - `no`: certainly not applied. Nothing of it was written to a connection, or the operator refused it with 401.
 * - `maybe`: at least a part was written and no complete answer came.
 * - `answered`: a complete answer came.
 */
export type Sentness = 'no' | 'maybe' | 'answered';

/** Everything that can go wrong with a call. Each has one problem and one plain sentence per language. */
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
  /** The login no longer sees the customer of the call; a 404 that was looked into (`customer-guard.ts`). */
  | 'customer-gone'
  | 'conflict'
  | 'content-type'
  | 'too-many'
  | 'unavailable'
  | 'server-error'
  | 'gateway'
  | 'unexpected-status'
  // an answer that is not the operator's, or not what it should be
  | 'unreadable'
  /** A page in place of the answer to one write after another, while reads get through (`customer-guard.ts`). */
  | 'intercepted'
  | 'redirected';

/** A failed call, as data. Holds no secret: every text in it was masked. */
export interface OperatorError {
  readonly code: OperatorErrorCode;
  readonly sent: Sentness;
  /** HTTP status when there was one, also when the body got lost on the way. */
  readonly status: number | null;
  /** The called endpoint; `token.request` when the call failed for want of a token. */
  readonly endpoint: EndpointName;
  /** The operator's own words: one line, bounded. */
  readonly operatorMessage: string | null;
  /** Milliseconds from the answer, from Retry-After or our own backoff. */
  readonly retryAfterMs: number | null;
  /** For support: what exactly failed, in technical words. */
  readonly detail: string | null;
}

/** An error with what most errors lack left out. */
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

/** The problem of a failed call: our sentence by code, the operator's own words kept beside it. */
export function problemOf(error: OperatorError): Problem {
  return makeProblem(
    codes[error.code],
    error.status === null ? {} : { status: error.status },
    error.operatorMessage ?? error.detail,
  );
}

/**
 * Whether an assumed call may simply not exist in this environment: a 404, an unreadable answer, or a server that
 * says so outright (405, 501). A 404 may also mean that the resource in the path is gone: the caller tells them apart.
 */
export function soundsNotOffered(error: OperatorError): boolean {
  return error.code === 'unreadable' || refusesToOffer(error);
}

/**
 * The same of a look on which a second sending may depend. A page in place of one answer is more likely that of a network that
 * wants a login than the operator's (faults.md 24), whatever its status, so it is believed only when the looks before came to nothing too
 * (docs/decisions/0008-pages-are-not-believed.md).
 */
export function isNotOffered(error: OperatorError, looksInVain: number): boolean {
  return error.code === 'unreadable' ? looksInVain >= PAGES_NOT_BELIEVED : refusesToOffer(error);
}

/** Between two looks a read that every environment offers has got through, or the queue would not have looked again. */
const PAGES_NOT_BELIEVED = 3;

function refusesToOffer({ code, status }: OperatorError): boolean {
  if (code === 'customer-gone') return false;
  return status === 404 || status === 405 || status === 501;
}

/** Too short to be distinguished from an ordinary word. */
const SHORTEST = 4;

/** Replaces every secret in a text: a server may echo what it was sent. */
export function maskText(text: string | null, secrets: readonly string[]): string | null {
  if (text === null) return null;
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .reduce((masked, secret) => masked.replaceAll(secret, '•••'), text);
}

/** The same for the texts of an error. */
export function maskError(error: OperatorError, secrets: readonly string[]): OperatorError {
  return {
    ...error,
    operatorMessage: maskText(error.operatorMessage, secrets),
    detail: maskText(error.detail, secrets),
  };
}
