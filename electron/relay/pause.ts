import type { Clock } from '../../shared/time.ts';

/** A wait that can be cut short. */
export interface Pause {
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
