import { createHash, randomUUID } from 'node:crypto';
import { jobId, logEntryId } from '../../../shared/ids.ts';
import { canonicalLogEntry, LOG_CHAIN_START, type LogEntry } from '../../../shared/relay/log.ts';

/** The entry with the hash of what it now says. */
export function withHash(entry: Omit<LogEntry, 'hash'>): LogEntry {
  return { ...entry, hash: createHash('sha256').update(canonicalLogEntry(entry), 'utf8').digest('hex') };
}

/** Texts that a canonical form may trip over: quotes, controls, letters beyond ASCII and beyond sixteen bits. */
const AWKWARD = 'Zoë "the fitter"\\ \u{1F697} \u0001\b\f\n\r\t\u2028\u007F é/ü';

/** A sound log of so many entries. */
export function chainOf(laptop: string, length: number): readonly LogEntry[] {
  const entries: LogEntry[] = [];
  for (let number = 1; number <= length; number += 1) {
    entries.push(
      withHash({
        number,
        id: logEntryId.parse(randomUUID()),
        at: 1_790_000_000_000 + number,
        clockOffsetMs: number % 3 === 0 ? null : -number,
        worker: AWKWARD,
        jobId: number % 2 === 0 ? null : jobId.parse(randomUUID()),
        type: 'box-chosen',
        data: JSON.stringify({ serial: '0012', note: AWKWARD, laptop }),
        previousHash: entries.at(-1)?.hash ?? LOG_CHAIN_START,
      }),
    );
  }
  return entries;
}
