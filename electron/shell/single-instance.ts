import { app } from 'electron';

/**
 * True when this process is the one that may run. The caller that gets false must start nothing at all: a loser that
 * opens the databases for a moment is a second writer (faults.md scenario 20).
 */
export function claimSingleInstance(onSecond: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', onSecond);
  return true;
}
