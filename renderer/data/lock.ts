import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import type { LockState } from '../../shared/domain/settings.ts';
import { listenToCommits } from './topics.ts';

/** The state of the lock; null until it is read. `call` waits for it, so this store cannot use `call`. */
const lock = createStore<{ readonly state: LockState | null }>(() => ({ state: null }));
let newest = 0;

/** Reads the lock; null where it cannot be read. Only the newest read counts. */
export async function readLock(): Promise<LockState | null> {
  newest += 1;
  const mine = newest;
  try {
    const envelope = await window.boxwright.lock.state({});
    if (!envelope.ok) return null;
    if (mine === newest) lock.setState({ state: envelope.value });
    return envelope.value;
  } catch {
    return null;
  }
}

/**
 * Waits until the window is unlocked.
 *
 * @returns whether the same worker continues; null where that is unknown
 */
export async function untilUnlocked(): Promise<{ readonly sameWorker: boolean } | null> {
  const before = lock.getState().state?.look.worker;
  const found = await readLock();
  if (found === null) return null;
  const opened = ({ look }: LockState) => ({ sameWorker: look.worker === (before ?? found.look.worker) });
  // A newer read may have answered first.
  const last = lock.getState().state ?? found;
  if (!last.locked) return opened(last);
  return new Promise((resolve) => {
    const stop = lock.subscribe(({ state }) => {
      if (state === null || state.locked) return;
      stop();
      resolve(opened(state));
    });
  });
}

/** The state of the lock, refetched whenever it changes. */
export function useLock(): LockState | null {
  useEffect(() => {
    void readLock();
    return listenToCommits((topics) => {
      if (topics.includes('lock') || topics.includes('preferences')) void readLock();
    });
  }, []);
  return useStore(lock).state;
}

/** Whether the window was locked at the last read. */
export const useIsLocked = (): boolean => useStore(lock, ({ state }) => state?.locked === true);
