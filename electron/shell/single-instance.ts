import { app } from 'electron';

/**
 * True when this process is the one that may run. The caller that gets false must start nothing at all: a loser that
 * opens the databases for a moment is a second writer (faults.md scenario 20). `onSecond` gets the loser's arguments and
 * the folder it was started in: both are of another process, and mean nothing until they are looked at.
 */
export function claimSingleInstance(onSecond: (args: readonly string[], from: string) => void): boolean {
  if (!app.requestSingleInstanceLock()) return false;
  app.on('second-instance', (_event, args, from) => onSecond(args, from));
  return true;
}
