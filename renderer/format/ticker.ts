import type { Instant } from '../../shared/time.ts';

/** The part of the window that a ticker needs. */
export interface TickerWindow {
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
export interface Ticker {
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
