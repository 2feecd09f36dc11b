import type { Clock } from '../../../shared/time.ts';

/** A clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** How long each waiting timer has to go, shortest first. */
  readonly pending: () => readonly number[];
  readonly advance: (byMs: number) => void;
  /** Sets it back; timers wait their full time. */
  readonly setBack: (byMs: number) => void;
}

/** Starts on 21 November 2026, 08:00 UTC. */
export function manualClock(): ManualClock {
  let now = Date.UTC(2026, 10, 21, 8);
  const timers = new Set<{ at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    passed: () => now,
    setTimer: (callback, delayMs) => {
      const timer = { at: now + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    pending: () => [...timers].map((timer) => timer.at - now).sort((a, b) => a - b),
    setBack: (byMs) => {
      now -= byMs;
      for (const timer of timers) timer.at -= byMs;
    },
    advance: (byMs) => {
      now += byMs;
      const due = [...timers].filter((timer) => timer.at <= now);
      for (const timer of due) {
        if (timers.delete(timer)) timer.callback();
      }
    },
  };
}

/** The machine's own clock. */
export const machineClock: Clock = {
  now: () => Date.now(),
  passed: () => performance.now(),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
