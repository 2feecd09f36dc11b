import type { JobParts } from './parts.ts';

/**
 * Several steps in ONE transaction: all of them or none. The queue is woken when everything is written; woken before, it
 * would send what may still be taken back.
 */
export function together<Value>(parts: JobParts, work: (parts: JobParts) => Value): Value {
  const value = parts.database.write(() => work({ ...parts, wake: () => undefined }));
  parts.wake();
  return value;
}
