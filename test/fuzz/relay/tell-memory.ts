/*
 * Imported into the fuzzed relay beside its own code: answers every message of its parent with what is still held after a full
 * collection, in bytes. It does not keep the relay alive.
 */
process.on('message', () => {
  if (globalThis.gc === undefined) throw new Error('start with --expose-gc');
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ held: heapUsed + external, resident: rss });
});
process.channel?.unref();
