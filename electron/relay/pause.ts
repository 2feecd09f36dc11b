import { type Clock, MINUTE, SECOND } from '../../shared/time.ts';

/** A wait that can be cut short. */
interface Pause {
  /** Resolves after `delayMs` or at `end`, whichever is first. One wait at a time. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly end: () => void;
}

/** Makes a pause on the given clock; nothing is left running after `end`. */
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
 * How long to wait after the n-th failure in a row (1, 2, …): anywhere between nothing and a bound that doubles up to
 * 60 s (full jitter), so that a hundred laptops do not come back to a restarted relay at the same moment. What the relay
 * itself asked for is the least, up to the same cap.
 */
export function backoffMs(
  failuresInARow: number,
  random: () => number,
  retryAfterMs: number | null = null,
): number {
  const bound = Math.min(CAP_MS, FIRST_MS * 2 ** Math.min(failuresInARow - 1, 10));
  return Math.max(Math.min(retryAfterMs ?? 0, CAP_MS), Math.round(random() * bound));
}
