import { type Clock, type Instant, DAY, HOUR, MINUTE, SECOND } from '../../../shared/time.ts';
import { attachmentsToRemove, deleteAttachment, readAttachment } from '../../db/tables/queue/attachments.ts';
import { readLogConfirmed } from '../../db/tables/queue/relay-exchange.ts';
import { operationsSending } from '../../db/tables/queue/operations.ts';
import {
  hasOldResults,
  jobsToRemove,
  removeJob,
  removeOldResults,
  removeOperation,
  singlesToRemove,
} from '../../db/tables/queue/retention.ts';
import type { AttachmentFiles } from '../../log/attachment-files.ts';
import type { QueueParts } from './parts.ts';

/** The dependencies of retention in a queue.db. */
type RetentionParts = Pick<QueueParts, 'database' | 'report'> & {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The time for judging age; null while no trusted time is known (`timeToJudgeBy`). */
  readonly timeToJudgeBy: () => Instant | null;
  /** Whether the log is uploaded to a relay. Then nothing is deleted that the relay has not received. */
  readonly uploadsLog: boolean;
  readonly attachments: Pick<AttachmentFiles, 'remove' | 'keepOnly'>;
};

/**
 * Deletes old ended data periodically, in small batches and only while nothing is in flight. An error is reported, and
 * the next run follows as usual.
 *
 * @returns the function that stops it. It resolves when nothing is being deleted.
 */
export function keepRetention(parts: RetentionParts): () => Promise<void> {
  let cancel = parts.clock.setTimer(turn, FIRST_DELAY_MS);
  const stopping = new AbortController();
  let unnamed: Promise<void> = Promise.resolve();
  function turn(): void {
    let came: RetentionRun = 0;
    try {
      came = removeSome(parts);
      if (came === 0) unnamed = unnamed.then(() => removeUnnamedFiles(parts, stopping.signal)).catch(failed);
    } catch (cause) {
      failed(cause);
    }
    cancel = parts.clock.setTimer(turn, nextDelayMs(came));
  }
  function failed(cause: unknown): void {
    parts.report('retention', cause);
  }
  return () => {
    cancel();
    stopping.abort();
    return unnamed;
  };
}

/**
 * Deletes old files of photos that no row names: the job ended while the photo was stored, or the app did. Younger
 * ones stay, because a repair of queue.db may have lost their rows.
 */
export async function removeUnnamedFiles(
  {
    database,
    attachments,
    timeToJudgeBy,
  }: Pick<RetentionParts, 'database' | 'attachments' | 'timeToJudgeBy'>,
  signal: AbortSignal,
): Promise<void> {
  const now = timeToJudgeBy();
  if (now === null) return;
  const { unnamed } = horizonsAt(now);
  await attachments.keepOnly(
    (digest, writtenAt) =>
      // While stopping, the database may be closing.
      signal.aborted || readAttachment(database.sqlite, digest) !== undefined || writtenAt() >= unnamed,
  );
}

/** One run: at most `REMOVED_AT_ONCE` units in one transaction, oldest first. */
export function removeSome(
  parts: Pick<RetentionParts, 'database' | 'timeToJudgeBy' | 'uploadsLog'> & {
    readonly attachments: Pick<AttachmentFiles, 'remove'>;
  },
): RetentionRun {
  const { database, attachments } = parts;
  if (operationsSending(database.sqlite).length > 0) return 'busy';
  const now = parts.timeToJudgeBy();
  if (now === null) return 'time-unknown';
  const horizons = horizonsAt(now);
  const uploaded = parts.uploadsLog ? readLogConfirmed(database.sqlite) : null;
  const limit = REMOVED_AT_ONCE;
  const singles = singlesToRemove(database.sqlite, { before: horizons.singles, uploaded, limit });
  const left = limit - singles.length;
  const jobs =
    left === 0 ? [] : jobsToRemove(database.sqlite, { before: horizons.jobs, uploaded, limit: left });
  const files = attachmentsToRemove(database.sqlite, {
    before: horizons.jobs,
    atRelay: parts.uploadsLog,
    limit: left - jobs.length,
  });
  const units = singles.length + jobs.length + files.length;
  if (units === 0 && !hasOldResults(database.sqlite, horizons.results)) return 0;
  // Before their rows: a crash in between leaves rows, which name the files to the next run.
  for (const digest of files) attachments.remove(digest);
  // No other write can happen between the query and this one: both run in one turn of one thread, and the lease
  // excludes other processes.
  return database.write((context) => {
    for (const id of singles) removeOperation(context, id);
    for (const id of jobs) removeJob(context, id);
    for (const digest of files) deleteAttachment(context, digest);
    const results = removeOldResults(context, { before: horizons.results, limit });
    context.changed('queue', 'jobs');
    return units + results;
  });
}

/*
 * Retention periods, as pure rules (docs/queue.md lists the numbers). Data that is never deleted is excluded by the SQL
 * in `electron/db/tables/queue/retention.ts`.
 */

/** A change from the Directory, without a job. */
const SINGLE_KEPT_MS = 90 * DAY;
/** A job with all its operations, and its photos: a year, and a month to look back on it. */
const JOB_KEPT_MS = 400 * DAY;
/** A result that no stored operation refers to. */
const RESULT_KEPT_MS = 90 * DAY;
/** The file of a photo that no row names. */
const UNNAMED_KEPT_MS = 90 * DAY;

/** Batch size of one transaction: a person's write waits for milliseconds only. */
const REMOVED_AT_ONCE = 50;
/** Delay of the first run, so that it does not compete with the work after a start. */
const FIRST_DELAY_MS = HOUR;
/** Delay when a full batch was deleted and more may remain. */
const NEXT_DELAY_MS = 5 * SECOND;
/** Delay while an operation is in flight. */
const BUSY_DELAY_MS = MINUTE;
/** Delay when nothing more is old enough, or no trusted time is known. */
const IDLE_DELAY_MS = 6 * HOUR;
/** Threshold above which one of the two clocks is wrong, without knowing which. */
const CLOCKS_AGREE_MS = DAY;

/** The horizons at a moment: data that ended before them may be deleted. */
export function horizonsAt(now: Instant) {
  return {
    singles: now - SINGLE_KEPT_MS,
    jobs: now - JOB_KEPT_MS,
    results: now - RESULT_KEPT_MS,
    unnamed: now - UNNAMED_KEPT_MS,
  };
}

/**
 * The time for judging age; null = unknown. `laptop` and `operator` are the two clocks now; the operator's is null
 * until it has answered. After a flat battery a laptop's clock may be years off, so it alone is not trusted.
 */
export function timeToJudgeBy(laptop: Instant, operator: Instant | null): Instant | null {
  if (operator === null || Math.abs(operator - laptop) > CLOCKS_AGREE_MS) return null;
  return Math.min(laptop, operator);
}

/** The result of a run: the number of deleted units, or why it did nothing. */
export type RetentionRun = number | 'busy' | 'time-unknown';

/** Milliseconds until the next run. */
export function nextDelayMs(turn: RetentionRun): number {
  if (turn === 'busy') return BUSY_DELAY_MS;
  return turn === 'time-unknown' || turn === 0 ? IDLE_DELAY_MS : NEXT_DELAY_MS;
}

/** The operator's clock, as last reported. */
interface OperatorTime {
  /** Called with an answer's clock offset: the laptop's clock minus the operator's, in milliseconds (`clockOffset`). */
  readonly heard: (offsetMs: number) => void;
  /** The time for judging age; null while no trusted time is known. */
  readonly judge: () => Instant | null;
}

/** Runs on monotonic time: changes of the laptop's clock do not affect it. */
export function createOperatorTime(clock: Clock): OperatorTime {
  let reported: { readonly at: Instant; readonly passed: number } | null = null;
  return {
    heard: (offsetMs) => {
      reported = { at: clock.now() - offsetMs, passed: clock.passed() };
    },
    judge: () =>
      timeToJudgeBy(
        clock.now(),
        reported === null ? null : Math.round(reported.at + clock.passed() - reported.passed),
      ),
  };
}
