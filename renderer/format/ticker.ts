import type { Instant } from '../../shared/time.ts';

/** The window, as far as a ticker needs it. */
export interface TickerWindow {
  readonly now: () => Instant;
  readonly setTimer: (callback: () => void, delayMs: number) => () => void;
  readonly isHidden: () => boolean;
  /** Calls back when it is hidden or shown. */
  readonly onVisibility: (listener: () => void) => void;
}

/** Calls its listeners on each full step. One timer for all of them, and none while the window is hidden or no listener is there. */
export interface Ticker {
  readonly listen: (listener: (now: Instant) => void) => () => void;
}

/** A window that is shown again gets the time at once. */
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
