import type { Instant } from '../../../shared/time.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/time.ts';

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
export const REMOVED_AT_ONCE = 50;
/** After a start everything else comes first. */
export const FIRST_TURN_MS = HOUR;
/** There was more than goes at once. */
const NEXT_TURN_MS = 5 * SECOND;
/** Something is on the wire. */
const BUSY_TURN_MS = MINUTE;
/** Nothing more is old enough; or the time is not known for sure. */
const RESTING_TURN_MS = 6 * HOUR;
/** Beyond this one of the two clocks is wrong, and it is not known which. */
const CLOCKS_AGREE_MS = DAY;

/** Everything that ended before these moments may go. */
export interface Horizons {
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
