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
