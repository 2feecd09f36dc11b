import { createHash } from 'node:crypto';
import type { JobId } from '../../shared/ids.ts';
import type { LogFactsOf, LogType } from '../../shared/log/entries.ts';
import type { Clock } from '../../shared/time.ts';
import { canonicalLogEntry, LOG_CHAIN_START, type LogEntry } from '../../shared/relay/log.ts';
import { REDACTION, REMOVAL } from '../../shared/relay/removals.ts';
import type { WriteContext } from '../db/open.ts';
import { insertLogEntry, lastLogEntry } from '../db/tables/queue/log-entries.ts';
import type { Ids } from '../base/ids.ts';
import { rowOf } from './entry-row.ts';

/** An entry with the facts of its type: never a secret, never a request body. */
export interface NewLogEntry<Type extends LogType> {
  readonly job: JobId | null;
  readonly type: Type;
  readonly data: LogFactsOf<Type>;
}

/** Appends to the installation log inside the transaction of the thing it records. */
export interface InstallationLog {
  readonly append: <Type extends LogType>(context: WriteContext, entry: NewLogEntry<Type>) => void;
}

/** SHA-256 of the canonical form, hex. */
export function entryHash(entry: Omit<LogEntry, 'hash' | 'redacted'>): string {
  return createHash('sha256').update(canonicalLogEntry(entry), 'utf8').digest('hex');
}

/** The relay takes entries up to 16 KiB: one that is longer would hold up all that follow it in the chain. */
const LONGEST_VALUE = 1000;
const LONGEST_WORKER = 200;

/** A redaction or removal is never cut: the part cut off would not be vouched for, or stay. Its writer sees to its length. */
const cut = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' && value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value,
    ]),
  );

/** As it can be kept everywhere: no NUL and no half of a character. */
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
      insertLogEntry(context, rowOf({ ...entry, hash: entryHash(entry) }));
      if (job !== null) context.changed(`job:${job}`);
    },
  };
}
