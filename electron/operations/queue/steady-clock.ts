import type { Clock, Instant } from '../../../shared/time.ts';

/**
 * The queue's clock: its time passes as time really passes, whatever is done to the wall clock. Quarantines and waiting
 * times are stored in its terms; when the wall clock is set it is aligned, and stored times are moved along with
 * it in one commit, so that as much is left to wait as before (faults.md 22, 23).
 */
export interface SteadyClock extends Clock {
  /** How far the wall clock is ahead of this one, milliseconds; negative when it was set back. */
  readonly drift: () => number;
  /** Moves this clock; the caller has moved what is stored. */
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
