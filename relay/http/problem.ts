import type { FastifyReply, FastifyBaseLogger } from 'fastify';
import type { RelayProblem } from '../../shared/relay/access.ts';
import { StoreUnavailable } from '../store/store.ts';
import type { RelayMetrics } from './monitoring.ts';

/** Every error of the relay: its status, and a code for programs. The sentence is for people. */
const problems = {
  'bad-request': 400,
  'bad-payload': 400,
  'bad-content-type': 415,
  'bad-secret': 401,
  'bad-token': 401,
  'not-your-customer': 403,
  'not-your-environment': 403,
  'not-your-role': 403,
  'not-your-chain': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'log-gap': 409,
  'stale-review': 409,
  'stale-plan': 409,
  'stale-instruction': 409,
  'stale-publication': 409,
  'instructions-full': 409,
  'file-missing': 409,
  'turn-taken': 409,
  'laptop-alive': 409,
  'attachment-elsewhere': 409,
  'removed-on-request': 410,
  'too-large': 413,
  'wrong-type': 415,
  'log-broken': 422,
  'wrong-digest': 422,
  'key-not-proven': 422,
  'signature-refused': 422,
  'too-many-polls': 429,
  'too-many-refused': 429,
  'too-many-requests': 429,
  'over-quota': 429,
  'internal-error': 500,
  'store-unavailable': 503,
  'relay-full': 503,
  stopping: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problems;

/** The HTTP status of a problem code. */
export const statusOf = (code: ProblemCode): number => problems[code];

/** The body of an error. */
export const problemBody = (error: ProblemCode, message: string): RelayProblem => ({ error, message });

/** Answers with a problem. The message never repeats client input. */
export function sendProblem(reply: FastifyReply, code: ProblemCode, message: string): FastifyReply {
  return reply.code(statusOf(code)).send(problemBody(code, message));
}

/** Random spread, so that clients refused together do not retry together. */
const RETRY_SECONDS = { least: 5, spread: 10 } as const;

/** Seconds after which one of many clients that were refused together may retry. */
export const retrySeconds = (): number =>
  RETRY_SECONDS.least + Math.floor(Math.random() * RETRY_SECONDS.spread);

/** A temporary problem: the client may retry later. */
export function sendLater(
  reply: FastifyReply,
  code: ProblemCode,
  seconds: number,
  message: string,
): FastifyReply {
  return sendProblem(reply.header('retry-after', seconds), code, message);
}

/** The answer to a request whose work failed. `retryAfter`: seconds, where a retry helps. */
type Failure = {
  readonly code: ProblemCode;
  readonly message: string;
  readonly retryAfter: number | null;
};

/** Seconds after which a client may retry when the store was unavailable. */
const STORE_BACK_AFTER = 5;

/** Maps a thrown reason to the answer for the sender. Counts and logs it without any text of the request. */
export function failureOf(reason: unknown, log: FastifyBaseLogger, metrics: RelayMetrics): Failure {
  if (reason instanceof StoreUnavailable) {
    metrics.storeFault();
    log.error({ code: reason.code }, 'store unavailable');
    const message = 'The relay cannot reach its store now: try again.';
    return { code: 'store-unavailable', message, retryAfter: STORE_BACK_AFTER };
  }
  // The message is not logged, because it may quote the request.
  const seen = reason instanceof Error ? { name: reason.name, stack: framesOf(reason) } : {};
  log.error(seen, 'internal error');
  return { code: 'internal-error', message: 'The relay failed; its log says more.', retryAfter: null };
}

const framesOf = ({ stack }: Error): readonly string[] | undefined => stack?.split('\n').slice(1, 6);
