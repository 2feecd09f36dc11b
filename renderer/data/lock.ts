import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import type { LockState } from '../../shared/domain/settings.ts';
import { listenToCommits } from './topics.ts';

/** Beneath `call`, which waits for it: a slice of its own. Null until it is read. */
const lock = createStore<{ readonly state: LockState | null }>(() => ({ state: null }));
let newest = 0;

/** Reads the lock; null where it cannot be read. Only the newest reading counts. */
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

/** Waits until the window is open again, and says whether the same person works; null where that cannot be known. */
export async function untilUnlocked(): Promise<{ readonly sameWorker: boolean } | null> {
  const before = lock.getState().state?.look.worker;
  const found = await readLock();
  if (found === null) return null;
  const opened = ({ look }: LockState) => ({ sameWorker: look.worker === (before ?? found.look.worker) });
  // A newer reading may have answered before this one.
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

/** The lock, read again whenever it changes. */
export function useLock(): LockState | null {
  useEffect(() => {
    void readLock();
    return listenToCommits((topics) => {
      if (topics.includes('lock') || topics.includes('preferences')) void readLock();
    });
  }, []);
  return useStore(lock).state;
}

/** Is the window locked, as it was read last? */
export const useIsLocked = (): boolean => useStore(lock, ({ state }) => state?.locked === true);
