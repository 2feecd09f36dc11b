import { createHash } from 'node:crypto';
import type { JobId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/clock.ts';
import { canonicalLogEntry, LOG_CHAIN_START, type LogEntry } from '../../shared/relay/log.ts';
import { REDACTION } from '../../shared/relay/redaction.ts';
import { REMOVAL } from '../../shared/relay/removals.ts';
import type { WriteContext } from '../db/open.ts';
import { insertLogEntry, lastLogEntry } from '../db/tables/queue/log-entries.ts';
import type { Ids } from '../ids.ts';
import { rowOf } from './entry-row.ts';

/** What happened, in words the supervisor's screens will translate. */
export type LogType =
  | 'job-started'
  | 'series-joined'
  | 'job-handed-over'
  | 'job-taken-over'
  | 'car-chosen'
  | 'car-created'
  | 'key-chosen'
  | 'step-skipped'
  | 'checklist-chosen'
  | 'checklist-answered'
  | 'answer-forced'
  | 'photo-taken'
  | 'photo-removed'
  | 'label-read'
  | 'label-added'
  | 'signed'
  | 'signature-taken-back'
  | 'checklist-completed'
  | 'box-mounted'
  | 'box-chosen'
  | 'box-replaced'
  | 'box-forced'
  | 'group-chosen'
  | 'leaving-box-chosen'
  | 'new-box-chosen'
  | 'access-at-stake'
  | 'box-leaves'
  | 'restore-requested'
  | 'verification-started'
  | 'access-observed'
  | 'removal-requested'
  | 'edit-requested'
  | 'job-finished'
  | 'operation-done'
  | 'operation-accepted'
  | 'operation-unknown'
  | 'operation-blocked'
  | 'operation-failed'
  | 'operation-cancelled'
  | 'operation-decided'
  | 'operation-retried'
  | 'operation-held'
  | 'operation-released'
  | 'operation-corrected'
  | 'operation-moved'
  | 'operation-seen'
  | 'result-contradicts'
  | 'access-given-twice'
  | 'results-given-up'
  | 'access-gone-with-box'
  | 'access-stayed'
  | 'review-approved'
  | 'review-rework'
  | 'review-reopened'
  | 'review-not-taken'
  | 'review-received'
  | 'rework-begun'
  | 'rework-done'
  | 'log-continued'
  | 'data-restored'
  | typeof REDACTION
  | typeof REMOVAL;

/** Plain data of an entry; never a secret, never a request body. */
export type LogData = Readonly<Record<string, string | number | boolean | null>>;

/** Appends to the installation log inside the transaction of the thing it records. */
export interface InstallationLog {
  readonly append: (
    context: WriteContext,
    entry: { job: JobId | null; type: LogType; data: LogData },
  ) => void;
}

/** SHA-256 of the canonical form, hex. */
export function entryHash(entry: Omit<LogEntry, 'hash' | 'redacted'>): string {
  return createHash('sha256').update(canonicalLogEntry(entry), 'utf8').digest('hex');
}

/** The relay takes entries up to 16 KiB: one that is longer would hold up all that follow it in the chain. */
const LONGEST_VALUE = 1000;
const LONGEST_WORKER = 200;

/** A redaction or removal is never cut: what is cut off would be vouched for by nobody, or stay. Its writer sees to its length. */
const cut = (data: LogData): LogData =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
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
