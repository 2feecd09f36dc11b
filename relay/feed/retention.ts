import type { FastifyBaseLogger } from 'fastify';
import { DAY, type Instant } from '../../shared/time.ts';
import { StoreUnavailable, type RelayStore } from '../store/store.ts';
import type { ReadMarks } from './read-marks.ts';

export type RetentionParts = {
  readonly store: RelayStore;
  readonly marks: ReadMarks;
  readonly keepDays: number;
  readonly now: () => Instant;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  /** Told how many results were dropped before a reader had read them. */
  readonly droppedUnread: (results: number) => void;
};

/** A laptop that has not sent the rest of a file by then begins anew. */
const UNFINISHED_DAYS = 30;

/**
 * Drops results that are too old, and files of which a part never came, now and once a day. A reader who was away for longer is told so (410) and reconciles
 * by reading, so the days should cover the longest plausible absence of a laptop. The log names each token it happens to.
 *
 * @returns the function that ends it.
 */
export function keepRetention(parts: RetentionParts): () => void {
  const { store, marks, keepDays, now, log, droppedUnread } = parts;
  const sweep = async (): Promise<void> => {
    try {
      await marks.write();
      const { dropped, passed } = await store.forgetResultsBefore(now() - keepDays * DAY);
      if (dropped > 0) log.info({ dropped }, 'old results dropped');
      for (const reader of passed) {
        droppedUnread(reader.results);
        log.warn({ ...reader }, 'old results dropped that an active token had not read');
      }
      await store.dropQuarantinedBefore(now() - keepDays * DAY);
      const unfinished = await store.dropUnfinishedBefore(now() - UNFINISHED_DAYS * DAY);
      if (unfinished > 0) log.info({ unfinished }, 'files that were never sent to their end dropped');
    } catch (reason) {
      const code = reason instanceof StoreUnavailable ? reason.code : 'unexpected';
      log.warn({ code }, 'old results not dropped this time');
    }
  };
  void sweep();
  const timer = setInterval(() => void sweep(), DAY).unref();
  return () => clearInterval(timer);
}
