import { type Clock, type Instant, DAY, HOUR, MINUTE, SECOND } from '../../../shared/time.ts';
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

/** The dependencies of keeping a queue.db bounded. */
type RetentionParts = Pick<QueueParts, 'database' | 'report'> & {
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

/*
 * How long what has ended is kept, in one pure place (docs/queue.md names the numbers). What may never go, however old it
 * is, is said beside the statements that look for it (`electron/db/tables/queue/retention.ts`).
 */

/** A change from the Directory, asked for outside any job. */
const SINGLE_KEPT_MS = 90 * DAY;
/** A job with all its operations: a year, and a month to look back on it. */
const JOB_KEPT_MS = 400 * DAY;
/** A result that no operation here needs. */
const RESULT_KEPT_MS = 90 * DAY;

/** So much goes in one transaction: a person's tap in between waits for milliseconds. */
const REMOVED_AT_ONCE = 50;
/** After a start everything else comes first. */
const FIRST_TURN_MS = HOUR;
/** There was more than goes at once. */
const NEXT_TURN_MS = 5 * SECOND;
/** Something is on the wire. */
const BUSY_TURN_MS = MINUTE;
/** Nothing more is old enough; or the time is not known for sure. */
const RESTING_TURN_MS = 6 * HOUR;
/** Beyond this one of the two clocks is wrong, and it is not known which. */
const CLOCKS_AGREE_MS = DAY;

/** Everything that ended before these moments may go. */
interface Horizons {
  readonly singles: Instant;
  readonly jobs: Instant;
  readonly results: Instant;
}

/** The horizons at a moment. */
export function horizonsAt(now: Instant): Horizons {
  return { singles: now - SINGLE_KEPT_MS, jobs: now - JOB_KEPT_MS, results: now - RESULT_KEPT_MS };
}

/**
 * The time by which age is judged, or null while it cannot be. `laptop` and `operator` are the two clocks now; the
 * operator's is null until it has answered. A laptop whose battery died lives in another year: nothing may go by that.
 */
export function timeToJudgeBy(laptop: Instant, operator: Instant | null): Instant | null {
  if (operator === null || Math.abs(operator - laptop) > CLOCKS_AGREE_MS) return null;
  return Math.min(laptop, operator);
}

/** The result of a turn: so many units went, or it did not look. */
export type Turn = number | 'busy' | 'time-unknown';

/** How long until the next look. */
export function nextTurnMs(turn: Turn): number {
  if (turn === 'busy') return BUSY_TURN_MS;
  return turn === 'time-unknown' || turn === 0 ? RESTING_TURN_MS : NEXT_TURN_MS;
}

/** The operator's clock, as it reported it last. */
interface OperatorTime {
  /** An answer came: by so many milliseconds is the laptop's clock ahead of the operator's (`clockOffset`). */
  readonly heard: (offsetMs: number) => void;
  /** The time by which age is judged; null while it is not known for sure. */
  readonly judge: () => Instant | null;
}

/** Goes on by monotonic time: setting the laptop's clock does not set this one. */
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
