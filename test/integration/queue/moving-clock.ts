import type { Clock } from '../../../shared/time.ts';

/** A manual clock. Timers run by passed time, as a machine's do, whatever the wall clock says. */
export interface MovingClock extends Clock {
  /** Time passes: the wall clock moves on and due timers fire. */
  readonly advance: (byMs: number) => void;
  /** Sets the wall clock; no time passes and no timer fires. */
  readonly setBack: (byMs: number) => void;
  readonly setAhead: (byMs: number) => void;
  /** Timers that have not fired. */
  readonly waiting: () => number;
}

/** Starts on 21 November 2026, 08:00 UTC. */
export function movingClock(): MovingClock {
  let passed = 0;
  let offset = Date.UTC(2026, 10, 21, 8);
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => offset + passed,
    passed: () => passed,
    setTimer: (callback, delayMs) => {
      const timer = { at: passed + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (byMs) => {
      passed += byMs;
      const due = [...timers].filter(({ at }) => at <= passed).sort((one, other) => one.at - other.at);
      for (const timer of due) if (timers.delete(timer)) timer.callback();
    },
    setBack: (byMs) => {
      offset -= byMs;
    },
    setAhead: (byMs) => {
      offset += byMs;
    },
    waiting: () => timers.size,
  };
}
