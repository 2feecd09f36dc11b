import type { FastifyBaseLogger } from 'fastify';
import { DAY, type Instant } from '../../shared/time.ts';
import { StoreUnavailable, type RelayStore } from '../store/store.ts';

/**
 * Drops results that are too old, now and once a day. A reader who was away for longer is told so (410) and reconciles
 * by reading, so the days should cover the longest plausible absence of a laptop.
 *
 * @returns the function that ends it.
 */
export function keepRetention(
  store: RelayStore,
  keepDays: number,
  now: () => Instant,
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
): () => void {
  const sweep = async (): Promise<void> => {
    try {
      const dropped = await store.forgetResultsBefore(now() - keepDays * DAY);
      if (dropped > 0) log.info({ dropped }, 'old results dropped');
    } catch (reason) {
      const code = reason instanceof StoreUnavailable ? reason.code : 'unexpected';
      log.warn({ code }, 'old results not dropped this time');
    }
  };
  void sweep();
  const timer = setInterval(() => void sweep(), DAY).unref();
  return () => clearInterval(timer);
}
