import { setImmediate as endOfTurn } from 'node:timers/promises';

/**
 * Resolves when the next large request may be worked on: one in each turn of the event loop. To parse, check and hash a large body, or
 * to read and write out a page of log entries, takes milliseconds. So of several that arrive together, a webhook, or a result on its
 * way to a laptop, waits for one and not for all.
 */
export function largeRequestTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => endOfTurn()));
}
