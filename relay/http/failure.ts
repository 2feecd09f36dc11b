import type { FastifyBaseLogger } from 'fastify';
import { StoreUnavailable } from '../store/store.ts';
import type { RelayMetrics } from './metrics.ts';
import type { ProblemCode } from './problem.ts';

/** The answer to a request whose work failed. `retryAfter`: seconds, where waiting helps. */
export type Failure = {
  readonly code: ProblemCode;
  readonly message: string;
  readonly retryAfter: number | null;
};

/** Seconds after which a sender or laptop asks a store again that could not work. */
const STORE_BACK_AFTER = 5;

/** The answer to the sender for a thrown reason. It is counted and logged without a word of the request. */
export function failureOf(reason: unknown, log: FastifyBaseLogger, metrics: RelayMetrics): Failure {
  if (reason instanceof StoreUnavailable) {
    metrics.storeFault();
    log.error({ code: reason.code }, 'store unavailable');
    const message = 'The relay cannot reach its store now: try again.';
    return { code: 'store-unavailable', message, retryAfter: STORE_BACK_AFTER };
  }
  // Not the message: it may quote what was sent.
  const seen = reason instanceof Error ? { name: reason.name, stack: framesOf(reason) } : {};
  log.error(seen, 'internal error');
  return { code: 'internal-error', message: 'The relay failed; its log says more.', retryAfter: null };
}

const framesOf = ({ stack }: Error): readonly string[] | undefined => stack?.split('\n').slice(1, 6);
