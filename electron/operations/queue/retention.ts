import type { Clock } from '../../../shared/clock.ts';
import type { Instant } from '../../../shared/time.ts';
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
import type { QueueParts } from './parts.ts';
import { FIRST_TURN_MS, horizonsAt, nextTurnMs, REMOVED_AT_ONCE, type Turn } from './retention-policy.ts';

/** The dependencies of keeping a queue.db bounded. */
export type RetentionParts = Pick<QueueParts, 'database' | 'report'> & {
  readonly clock: Pick<Clock, 'setTimer'>;
  /** The time by which age is judged; null while that is not known for sure (`timeToJudgeBy`). */
  readonly timeToJudgeBy: () => Instant | null;
  /** Is the log brought to a relay? Then nothing goes that the relay has not received. */
  readonly uploadsLog: boolean;
};

/**
 * Removes what has ended long ago, a little at a time and only while nothing is on the wire, as long as it runs. A fault
 * is reported and the next turn comes all the same.
 *
 * @returns the function that ends it.
 */
export function keepRetention(parts: RetentionParts): () => void {
  let cancel = parts.clock.setTimer(turn, FIRST_TURN_MS);
  function turn(): void {
    let came: Turn = 0;
    try {
      came = removeSome(parts);
    } catch (cause) {
      parts.report('retention', cause);
    }
    cancel = parts.clock.setTimer(turn, nextTurnMs(came));
  }
  return () => cancel();
}

/** One turn: at most `REMOVED_AT_ONCE` units in one transaction, the oldest first. */
export function removeSome(parts: Omit<RetentionParts, 'clock' | 'report'>): Turn {
  const { database } = parts;
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
  const units = singles.length + jobs.length;
  if (units === 0 && !hasOldResults(database.sqlite, horizons.results)) return 0;
  // Nothing else writes between the look and this: both are one turn of one thread, and the lease keeps others away.
  return database.write((context) => {
    for (const id of singles) removeOperation(context, id);
    for (const id of jobs) removeJob(context, id);
    const results = removeOldResults(context, { before: horizons.results, limit });
    context.changed('queue', 'jobs');
    return units + results;
  });
}
