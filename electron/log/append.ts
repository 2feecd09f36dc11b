import { createHash } from 'node:crypto';
import type { JobId, CustomerId, Environment } from '../../shared/ids.ts';
import type { LogFactsOf, LogType } from '../../shared/log/entries.ts';
import type { Clock, Instant } from '../../shared/time.ts';
import {
  canonicalLogEntry,
  LOG_CHAIN_START,
  type LogEntry,
  type LogChainId,
  type LogHead,
} from '../../shared/relay/log.ts';
import { REDACTION, REMOVAL } from '../../shared/relay/removals.ts';
import type { WriteContext } from '../db/open.ts';
import { foldBoxEntry } from '../db/tables/queue/box-stock.ts';
import { insertLogEntry, lastLogEntry, type LogEntryRow } from '../db/tables/queue/log-entries.ts';
import type { Ids } from '../base/ids.ts';

/** An entry with the facts of its type: never a secret, never a request body. */
interface NewLogEntry<Type extends LogType> {
  readonly job: JobId | null;
  readonly type: Type;
  readonly data: LogFactsOf<Type>;
}

/** Appends to the installation log, inside the transaction of the recorded event. */
export interface InstallationLog {
  readonly append: <Type extends LogType>(context: WriteContext, entry: NewLogEntry<Type>) => void;
}

/** SHA-256 of the canonical form, hex. */
export function entryHash(entry: Omit<LogEntry, 'hash' | 'redacted'>): string {
  return createHash('sha256').update(canonicalLogEntry(entry), 'utf8').digest('hex');
}

/**
 * Upper bound of characters per value. The relay accepts entries up to 16 KiB; a longer one would block the chain
 * behind it.
 */
const LONGEST_VALUE = 1000;
const LONGEST_WORKER = 200;

/**
 * Redactions and removals are not cut, since the missing part would not be vouched for or removed. Their writer limits
 * the length.
 */
const cut = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value,
    ]),
  );

/** Makes a name storable everywhere: removes NUL and lone surrogates. */
const sendable = (name: string): string => name.replaceAll('\0', '').slice(0, LONGEST_WORKER).toWellFormed();

/** The log of one profile on this laptop. */
export function createInstallationLog(parts: {
  ids: Ids;
  clock: Clock;
  worker: () => string;
  clockOffsetMs: () => number | null;
}): InstallationLog {
  return {
    append: (context, { job, type, data }) => {
      const last = lastLogEntry(context.sqlite);
      const entry = {
        number: (last?.number ?? 0) + 1,
        id: parts.ids.logEntry(),
        at: parts.clock.now(),
        clockOffsetMs: parts.clockOffsetMs(),
        worker: sendable(parts.worker()),
        jobId: job,
        type,
        data: JSON.stringify(
          type === REDACTION || type === REMOVAL ? data : cut(data),
          Object.keys(data).sort(),
        ),
        previousHash: last?.hash ?? LOG_CHAIN_START,
      };
      const row = rowOf({ ...entry, hash: entryHash(entry) });
      insertLogEntry(context, row);
      foldBoxEntry(context, row);
      if (job !== null) context.changed(`job:${job}`);
    },
  };
}

/** A row of the log in the form that is hashed, uploaded and exported. */
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

/** The reverse of `entryOf`. */
export function rowOf({ clockOffsetMs, jobId, previousHash, redacted, ...same }: LogEntry): LogEntryRow {
  return {
    ...same,
    clock_offset_ms: clockOffsetMs,
    job_id: jobId,
    previous_hash: previousHash,
    redacted: redacted === true ? 1 : 0,
  };
}

/** The first line of an exported log (docs/installation-log.md): its identity and its newest entry. */
export function logExportHead(log: {
  readonly environment: Environment;
  readonly customerId: CustomerId;
  readonly chain: LogChainId;
  readonly exportedAt: Instant;
  readonly head: LogHead;
  /** Absent = the start of the log. */
  readonly start?: LogHead;
}): string {
  const { environment, customerId, chain, exportedAt, head } = log;
  const start = log.start ?? { number: 0, hash: LOG_CHAIN_START };
  return `${JSON.stringify({ format: 'boxwright-log', version: 2, environment, customerId, chain, exportedAt, start, head })}\n`;
}

/** One entry in its hashed form; for a redacted one, what is left. */
export function logExportLine(entry: LogEntry): string {
  const { number, id, at, clockOffsetMs, worker, jobId, type, data, previousHash, hash, redacted } = entry;
  return `${JSON.stringify({ number, id, at, clockOffsetMs, worker, jobId, type, data, previousHash, hash, redacted })}\n`;
}
