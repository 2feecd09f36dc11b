import { MINUTE } from '../../../shared/time.ts';

/** How long "Online" may stand on the screen after the last time it was asked. */
const ASK_EVERY = MINUTE;

/**
 * Asks whether the operator is reached: when the system's network comes or goes, and every minute while the window is seen, since
 * an idle queue asks nothing by itself. The system's events are hints to ask, never a proof. Returns the end of it.
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
