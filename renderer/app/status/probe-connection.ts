import { MINUTE } from '../../../shared/time.ts';

/** Upper bound of the age of "Online" on the screen: the connection is probed at this interval. */
const ASK_EVERY = MINUTE;

/**
 * Probes the connection to the operator: on the system's network events, and every minute while the window is visible,
 * since an idle queue sends no requests. The system's events only trigger a probe.
 *
 * @returns a function that stops it
 */
export function probeConnection(system: EventTarget, isSeen: () => boolean, ask: () => void): () => void {
  const timer = setInterval(() => {
    if (isSeen()) ask();
  }, ASK_EVERY);
  system.addEventListener('online', ask);
  system.addEventListener('offline', ask);
  return () => {
    clearInterval(timer);
    system.removeEventListener('online', ask);
    system.removeEventListener('offline', ask);
  };
}
