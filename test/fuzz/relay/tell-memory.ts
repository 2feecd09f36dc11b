import { setImmediate as endOfTurn } from 'node:timers/promises';

/*
 * Imported into the fuzzed relay beside its own code: answers every message of its parent with what is still held after full
 * collections, in bytes. It does not keep the relay alive.
 */
process.on('message', () => void tell());
process.channel?.unref();

async function tell(): Promise<void> {
  if (globalThis.gc === undefined) throw new Error('start with --expose-gc');
  // The bytes of buffers are given up beside a collection, so the next one counts them.
  for (let collection = 0; collection < 3; collection += 1) {
    globalThis.gc();
    await endOfTurn();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, resident: rss });
}
