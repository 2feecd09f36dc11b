import type { StoreChange } from './store.ts';

/** Listeners for changes. */
export function changeListeners() {
  const listeners = new Set<(change: StoreChange) => void>();
  return {
    add: (listener: (change: StoreChange) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (change: StoreChange): void => {
      for (const listener of listeners) listener(change);
    },
  };
}
