import { DAY, HOUR, type Instant, MINUTE } from '../../shared/time.ts';

/*
 * Which entries of the log move to the archive, and when, in one pure place (docs/decisions/0044-log-archive.md has the figures).
 */

/** A month of work is in queue.db: reviews and questions are about that. */
const LIVE_MS = 30 * DAY;
/** The newest so many stay in any case: a laptop that rested for a year compares them with the relay. */
const NEWEST_LIVE = 1000;
/** Fewer entries are not worth a copy of the archive. */
const LEAST_MOVED = 2000;
/** Nor are fewer than this part of it: each byte of it is copied some thirty times in all. */
const PART_OF_ARCHIVE = 0.03;

/** So many go in one transaction: a person's tap in between waits for milliseconds. */
export const ENTRIES_AT_ONCE = 50;
/** After a start everything else comes first. */
export const FIRST_TURN_MS = HOUR + 10 * MINUTE;
const BUSY_TURN_MS = MINUTE;
const RESTING_TURN_MS = 6 * HOUR;

/** The facts of a log that decide. */
export interface LogAge {
  /** The number of the newest entry. */
  readonly newest: number;
  /** The newest entry that the relay has; null where there is no relay to have any. */
  readonly uploaded: number | null;
}

/** Entries from before this moment are old. */
export const oldBefore = (now: Instant): Instant => now - LIVE_MS;

/** No entry beyond this one moves, however old it is. */
export const lastThatMayMove = ({ newest, uploaded }: LogAge): number =>
  Math.max(0, Math.min(newest - NEWEST_LIVE, uploaded ?? newest));

/** Are so many old entries moved now, beside an archive of so many? */
export const isWorthMoving = (old: number, archived: number): boolean =>
  old >= Math.max(LEAST_MOVED, archived * PART_OF_ARCHIVE);

/** The result of a turn: so many entries left queue.db, or the reason why none was looked for. */
export type ArchiveTurn = number | 'busy' | 'time-unknown';

/** How long until the next turn. */
export const nextTurnMs = (turn: ArchiveTurn): number => (turn === 'busy' ? BUSY_TURN_MS : RESTING_TURN_MS);
