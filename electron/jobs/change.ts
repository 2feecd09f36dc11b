import { LONGEST_REASON } from '../../shared/domain/checklist.ts';
import type { JobKind } from '../../shared/domain/job-steps.ts';
import { boundedText, typedText } from '../../shared/domain/typed-text.ts';
import type { JobId, OperationId, UserId } from '../../shared/ids.ts';
import type { LogFactsOf, LogType } from '../../shared/log/entries.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Instant, Clock } from '../../shared/time.ts';
import type { Sqlite, WriteContext, Database } from '../db/open.ts';
import { seeIncidents } from '../db/tables/queue/operation-history.ts';
import type { Signed } from '../../shared/relay/signing.ts';
import { type JobRow, nameWorker, readJob, updateJob, writeJobSearch } from '../db/tables/queue/jobs.ts';
import { operationsOfJob } from '../db/tables/queue/operations.ts';
import { enqueue, type NewOperation } from '../operations/queue/enqueue.ts';
import type { Directory } from '../directory/directory.ts';
import type { Ids } from '../base/ids.ts';
import type { InstallationLog } from '../log/append.ts';
import type { AttachmentFiles } from '../log/attachment-files.ts';
import type { OperatorClient } from '../operator/client.ts';
import type { QueueTarget } from '../operations/queue/parts.ts';
import type { QueueCommands } from '../operations/queue/commands.ts';
import {
  type DataOf,
  type InstallationData,
  isOfKind,
  type JobData,
  parseJobData,
  searchTextOf,
} from './job-data.ts';
import type { Checklists } from './checklists.ts';
import type { LiveAnswers } from './background-reads.ts';

/* The dependencies of the use cases of a job, and the one way to change a job. */

/** Reads of jobs in the local directory. All are local and need no connection. */
export type JobDirectory = Pick<
  Directory,
  | 'offers'
  | 'car'
  | 'group'
  | 'groupByName'
  | 'user'
  | 'product'
  | 'key'
  | 'productsBySerial'
  | 'productsNearSerial'
  | 'productsInCar'
  | 'serviceOfProduct'
  | 'carAccesses'
  | 'conditionsElsewhere'
>;

/** The dependencies of the job use cases. */
export interface JobParts {
  readonly database: Database;
  readonly target: QueueTarget;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: InstallationLog;
  readonly directory: JobDirectory;
  /** The operator's latest answers about Boxes. */
  readonly liveAnswers: Pick<LiveAnswers, 'noBoxAt' | 'noServiceAt'>;
  readonly commands: Pick<QueueCommands, 'cancelIn' | 'holdIn' | 'moveToCarIn'>;
  /** Signs with this laptop's key. */
  readonly sign: (canonicalText: string) => Signed;
  /** Called after an operation was enqueued. */
  readonly wake: () => void;
  /** The person who is working. */
  readonly worker: () => string;
  /** The bytes of photos and signatures. */
  readonly attachments: AttachmentFiles;
  readonly checklists: Pick<Checklists, 'current' | 'suggest' | 'version' | 'publicationOf'>;
  /** The test users that an administrator published for the customer; empty = any user may test. */
  readonly testUsers: () => readonly { readonly id: UserId }[];
  /** The sites that an administrator published for the customer; empty = jobs may be planned for any site. */
  readonly sites: () => readonly string[];
  /** Minutes east of UTC at an instant, for the wall-clock time of events. */
  readonly utcOffsetMinutes: (at: Instant) => number;
  /** The user agent that is recorded with each event. */
  readonly userAgent: string;
}

/** The dependencies of a read at the operator while a person waits. */
export interface LiveParts {
  readonly client: OperatorClient;
  readonly directory: Directory;
}

/** One job inside the transaction that changes it. */
export interface JobChange<Data extends JobData = JobData> {
  readonly context: WriteContext;
  readonly row: JobRow;
  readonly data: Data;
  readonly now: Instant;
  readonly enqueue: <Payload>(operation: Omit<NewOperation<Payload>, 'job'>) => void;
  readonly record: <Type extends LogType>(type: Type, data: LogFactsOf<Type>) => void;
  /** Cancels an operation that a new decision replaces. ProblemError `step-not-ready` when it was already sent. */
  readonly replace: (operation: OperationId) => void;
}

/**
 * Changes a job: step **and** operations in ONE transaction (architecture.md §1). `decide` returns the new data. Throws
 * ProblemError `not-found`, or `job-finished` unless the step may follow the finish (`evenFinished`). A finished job
 * that `reopens` can be worked on again.
 */
export function changeJob(
  parts: JobParts,
  job: JobId,
  decide: (change: JobChange) => JobData,
  options: { readonly finishes?: boolean; readonly reopens?: boolean; readonly evenFinished?: boolean } = {},
): void {
  parts.database.write((context) => {
    const { row, data } = loadJob(context.sqlite, job);
    if (row.finished_at !== null && options.evenFinished !== true)
      throw new ProblemError(makeProblem('job-finished'));
    const now = parts.clock.now();
    const next = decide({
      context,
      row,
      data,
      now,
      enqueue: (operation) => enqueue(context, parts.target, { ...operation, job }, now),
      record: (type, facts) => parts.log.append(context, { job, type, data: facts }),
      replace: (operation) => {
        const existing = operationsOfJob(context.sqlite, job).find(({ id }) => id === operation);
        const ended = existing === undefined || existing.state === 'failed' || existing.state === 'cancelled';
        if (ended) seeIncidents(context, operation, now);
        else parts.commands.cancelIn(context, operation);
      },
    });
    updateJob(context, {
      id: job,
      data: JSON.stringify(next),
      updated_at: now,
      finished_at: options.finishes === true ? now : options.reopens === true ? null : row.finished_at,
    });
    if (row.finished_at === null) nameWorker(context, job, parts.worker());
    writeJobSearch(context, job, searchTextOf(next));
    context.changed('jobs', 'status', `job:${job}`);
  });
  parts.wake();
}

/** Like `changeJob`, for a step that only these kinds have. ProblemError `input-invalid` for a job of another kind. */
export function changeJobOf<Kind extends JobKind>(
  parts: JobParts,
  job: JobId,
  kinds: readonly Kind[],
  decide: (change: JobChange<DataOf<Kind>>) => DataOf<Kind>,
  options: Parameters<typeof changeJob>[3] = {},
): void {
  changeJob(parts, job, (change) => decide({ ...change, data: ofKind(change.data, kinds) }), options);
}

/** Narrows the data to one of these kinds. ProblemError `input-invalid`. */
export function ofKind<Kind extends JobKind>(data: JobData, kinds: readonly Kind[]): DataOf<Kind> {
  if (!isOfKind(data, kinds)) throw new ProblemError(makeProblem('input-invalid', { field: 'job' }));
  return data;
}

/** A job's row with its data parsed. Throws ProblemError `not-found`. */
export function loadJob(sqlite: Sqlite, id: JobId): { row: JobRow; data: JobData } {
  const row = readJob(sqlite, id);
  if (row === undefined) throw new ProblemError(makeProblem('not-found'));
  return { row, data: parseJobData(row) };
}

/**
 * An installation; also narrows the type for callers that know the kind. ProblemErrors `not-found`, `input-invalid`.
 */
export function loadInstallation(sqlite: Sqlite, id: JobId): { row: JobRow; data: InstallationData } {
  const { row, data } = loadJob(sqlite, id);
  return { row, data: ofKind(data, ['installation']) };
}

/** A typed reason, trimmed. ProblemErrors `reason-missing`, `name-too-long`. */
export function requireReason(typed: string): string {
  const reason = boundedText(typedText(typed) ?? '', 'reason', LONGEST_REASON);
  if (reason === '') throw new ProblemError(makeProblem('reason-missing'));
  return reason;
}

/** Throws when a step's precondition is missing. */
export function requireStep<Value>(value: Value | null, step: string): Value {
  if (value === null) throw new ProblemError(makeProblem('step-not-ready', { step }));
  return value;
}

/**
 * Runs several steps in ONE transaction: all or nothing. The queue is woken only after the commit. Woken earlier, it
 * could send an operation that is then rolled back.
 */
export function together<Value>(parts: JobParts, work: (parts: JobParts) => Value): Value {
  const value = parts.database.write(() => work({ ...parts, wake: () => undefined }));
  parts.wake();
  return value;
}
