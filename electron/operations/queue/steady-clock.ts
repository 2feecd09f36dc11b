import type { Clock, Instant } from '../../../shared/time.ts';

/**
 * The queue's clock: it advances with real time, whatever happens to the wall clock. Quarantines and delays are stored
 * in its time. When the wall clock is set, this clock is aligned and stored times are shifted in one commit, so that
 * remaining delays stay the same (faults.md 22, 23).
 */
export interface SteadyClock extends Clock {
  /** Wall clock minus this clock in milliseconds; negative after the wall clock was set back. */
  readonly drift: () => number;
  /** Adjusts this clock; the caller has shifted the stored times. */
  readonly align: (byMs: number) => void;
}

/** A steady clock that agrees with the wall clock at this moment. */
export function createSteadyClock(clock: Clock): SteadyClock {
  let base = clock.now() - clock.passed();
  const now = (): Instant => Math.round(base + clock.passed());
  return {
    now,
    passed: () => clock.passed(),
    setTimer: (callback, delayMs) => clock.setTimer(callback, delayMs),
    drift: () => clock.now() - now(),
    align: (byMs) => {
      base += byMs;
    },
  };
}
