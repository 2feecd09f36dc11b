import { createHash } from 'node:crypto';
import { canonicalLogEntry, LOG_CHAIN_START, type LogEntry, logEntry } from '../../../shared/relay/log.ts';

/** Some id. */
export const UUID = '0190f2a0-0000-7000-8000-000000000001';

const uuidOf = (number: number) => `0190f2a0-0000-7000-8000-${String(number % 1e12).padStart(12, '0')}`;

/** An entry of a log as a laptop writes it, with what follows from it. */
export function logEntryOf(number: number, changes: Partial<LogEntry> = {}): LogEntry {
  const entry = {
    number,
    id: uuidOf(number),
    at: 1_700_000_000_000,
    clockOffsetMs: 0,
    worker: 'Bay 3',
    jobId: UUID,
    type: 'job-started',
    data: '{"kind":"installation"}',
    previousHash: LOG_CHAIN_START,
    ...changes,
  };
  const whole = logEntry.parse({ ...entry, hash: LOG_CHAIN_START });
  return { ...whole, hash: createHash('sha256').update(canonicalLogEntry(whole)).digest('hex') };
}
