import { type Clock, MINUTE } from '../../shared/time.ts';
import { createLoop } from '../base/loop.ts';

/** A read of the relay that is repeated for as long as a profile is open. */
export interface RegularReading {
  /** Reads until stopped; idempotent. */
  readonly start: () => void;
  readonly stop: () => Promise<void>;
  /** Reads now. */
  readonly wake: () => void;
}

/** Interval of reading: the words of the office are not urgent. */
const READ_EVERY_MS = 10 * MINUTE;
const RETRY_MS = MINUTE;

/** @param read false = the relay did not answer, and is asked again sooner. */
export function createPeriodicReader(parts: {
  readonly clock: Clock;
  readonly read: (signal: AbortSignal) => Promise<boolean>;
  readonly onFault: (cause: unknown) => void;
}): RegularReading {
  let woken = false;
  const loop = createLoop(parts.clock, async (signal) => {
    while (!signal.aborted) {
      woken = false;
      let isRead = false;
      try {
        isRead = await parts.read(signal);
      } catch (cause) {
        parts.onFault(cause);
      }
      if (!signal.aborted && !woken) await loop.wait(isRead ? READ_EVERY_MS : RETRY_MS);
    }
  });
  return {
    start: loop.start,
    stop: loop.stop,
    wake: () => {
      woken = true;
      if (loop.isRunning()) loop.wake();
    },
  };
}
