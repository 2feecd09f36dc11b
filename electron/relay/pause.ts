import { type Clock, MINUTE, SECOND } from '../../shared/time.ts';

/** A delay that can be cut short. */
interface Pause {
  /** Resolves after `delayMs` or at `end`, whichever is first. One wait at a time. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly end: () => void;
}

/** Creates a pause on the given clock; no timer is left after `end`. */
export function createPause(clock: Clock): Pause {
  let finish: (() => void) | null = null;
  return {
    wait: (delayMs) =>
      new Promise<void>((resolve) => {
        const cancel = clock.setTimer(() => finish?.(), delayMs);
        finish = () => {
          finish = null;
          cancel();
          resolve();
        };
      }),
    end: () => finish?.(),
  };
}

const FIRST_MS = SECOND;
const CAP_MS = MINUTE;

/**
 * The delay after n consecutive failures (1, 2, …): random between 0 and a bound that doubles up to 60 s (full jitter),
 * so that a hundred laptops do not return to a restarted relay at the same moment. The relay's own Retry-After is the
 * lower bound, up to the same cap.
 */
export function backoffMs(
  failuresInARow: number,
  random: () => number,
  retryAfterMs: number | null = null,
): number {
  const bound = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(failuresInARow - 1, 10));
  return Math.max(Math.min(retryAfterMs ?? 0, CAP_MS), Math.round(random() * bound));
}
