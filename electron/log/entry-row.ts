import type { LogEntry } from '../../shared/relay/log.ts';
import type { LogEntryRow } from '../db/tables/queue/log-entries.ts';

/** A row of the log as it goes to the relay, into exports and under the hash. */
export function entryOf({
  clock_offset_ms,
  job_id,
  previous_hash,
  redacted,
  ...same
}: LogEntryRow): LogEntry {
  return {
    ...same,
    clockOffsetMs: clock_offset_ms,
    jobId: job_id,
    previousHash: previous_hash,
    ...(redacted === 1 ? { redacted: true } : {}),
  };
}

/** The same the other way. */
export function rowOf({ clockOffsetMs, jobId, previousHash, redacted, ...same }: LogEntry): LogEntryRow {
  return {
    ...same,
    clock_offset_ms: clockOffsetMs,
    job_id: jobId,
    previous_hash: previousHash,
    redacted: redacted === true ? 1 : 0,
  };
}
