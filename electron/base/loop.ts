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

/** Background work that goes on until it is stopped, with waits that can be cut short. */
interface Loop {
  /** Starts; idempotent. It may be started again after `stop`. */
  readonly start: () => void;
  /** Aborts the signal of the work. Once resolved no timer and no work is left. */
  readonly stop: () => Promise<void>;
  readonly isRunning: () => boolean;
  /** Waits inside the work; `wake` and `stop` end the wait. */
  readonly wait: (delayMs: number) => Promise<void>;
  readonly wake: () => void;
}

/** Creates a loop that is not started. @param work runs until its signal is aborted; it never rejects. */
export function createLoop(clock: Clock, work: (signal: AbortSignal) => Promise<void>): Loop {
  const pause = createPause(clock);
  let running: { readonly ended: Promise<void>; readonly stop: AbortController } | null = null;
  return {
    start: () => {
      if (running !== null) return;
      const stop = new AbortController();
      running = { ended: work(stop.signal), stop };
    },
    stop: async () => {
      if (running === null) return;
      running.stop.abort();
      pause.end();
      await running.ended;
      running = null;
    },
    isRunning: () => running !== null,
    wait: pause.wait,
    wake: pause.end,
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
