import { LARGEST_LOG_BATCH, type LogEntry } from '../../shared/relay/log.ts';

/** Below the relay's limit of 1 MiB for a whole body. */
const LARGEST_BATCH_BYTES = 900 * 1024;

/** As many of the entries, from the first on, as one request may carry; at least one. */
export function batchOf(entries: readonly LogEntry[]): readonly LogEntry[] {
  let bytes = 0;
  const fitting = entries.slice(0, LARGEST_LOG_BATCH).findIndex((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry)) + 1;
    return index > 0 && bytes > LARGEST_BATCH_BYTES;
  });
  return entries.slice(0, fitting === -1 ? LARGEST_LOG_BATCH : fitting);
}
