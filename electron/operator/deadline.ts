import type { Clock } from '../../shared/time.ts';

/** Runs a read while a person waits and aborts it after `ms`; an aborted call answers the error `aborted`. */
export async function withDeadline<Value>(
  clock: Clock,
  ms: number,
  read: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const abort = new AbortController();
  const cancelTimer = clock.setTimer(() => abort.abort(), ms);
  try {
    return await read(abort.signal);
  } finally {
    cancelTimer();
  }
}
