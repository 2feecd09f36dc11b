import { useEffect, useState } from 'react';
import { type Instant, MINUTE, SECOND } from '../../shared/time.ts';

/** The part of the window that a ticker needs. */
interface TickerWindow {
  readonly now: () => Instant;
  readonly setTimer: (callback: () => void, delayMs: number) => () => void;
  readonly isHidden: () => boolean;
  /** Registers a callback for visibility changes. */
  readonly onVisibility: (listener: () => void) => void;
}

/**
 * Calls its listeners on each full step. All share one timer, which stops while the window is hidden or has no
 * listener.
 */
interface Ticker {
  readonly listen: (listener: (now: Instant) => void) => () => void;
}

/** When the window becomes visible again, its listeners get the time at once. */
export function createTicker(window: TickerWindow, stepMs: number): Ticker {
  const listeners = new Set<(now: Instant) => void>();
  let cancel: (() => void) | null = null;
  const plan = () => {
    cancel?.();
    cancel = null;
    if (listeners.size === 0 || window.isHidden()) return;
    cancel = window.setTimer(tick, stepMs - (window.now() % stepMs));
  };
  const tick = () => {
    const now = window.now();
    for (const listener of listeners) listener(now);
    plan();
  };
  window.onVisibility(() => (window.isHidden() ? plan() : tick()));
  return {
    listen: (listener) => {
      listeners.add(listener);
      if (cancel === null) plan();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) plan();
      };
    },
  };
}

const thisWindow: TickerWindow = {
  now: () => Date.now(),
  setTimer: (callback, delayMs) => {
    const timer = window.setTimeout(callback, delayMs);
    return () => window.clearTimeout(timer);
  },
  isHidden: () => document.hidden,
  onVisibility: (listener) => document.addEventListener('visibilitychange', listener),
};

let seconds: Ticker | null = null;
let minutes: Ticker | null = null;
const ofSeconds = (): Ticker => (seconds ??= createTicker(thisWindow, SECOND));
const ofMinutes = (): Ticker => (minutes ??= createTicker(thisWindow, MINUTE));

/** The time, updated on each full second: for a running clock, in a component that renders nothing else. */
export const useNow = (): Instant => useTicker(ofSeconds);

/** The time, updated on each full minute: for days and times of day. */
export const useMinute = (): Instant => useTicker(ofMinutes);

function useTicker(ticker: () => Ticker): Instant {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => ticker().listen(setNow), [ticker]);
  return now;
}

/** The beginning of the day of this instant, in this laptop's calendar. */
const dayOf = (at: Instant): Instant => new Date(at).setHours(0, 0, 0, 0);

/** The beginning of today. After midnight or wake-up it changes within a minute. */
export function useToday(): Instant {
  const [today, setToday] = useState(() => dayOf(Date.now()));
  useEffect(() => {
    const looking = window.setInterval(() => setToday(dayOf(Date.now())), MINUTE);
    return () => window.clearInterval(looking);
  }, []);
  return today;
}
