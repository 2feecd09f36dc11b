import type { FeedCursor, FeedReset } from '../../shared/relay/feed.ts';
import type { FeedPoint, FeedView } from '../store/results-store.ts';

/** Writes where a reader stands. */
export function cursorAt({ epoch, sequence }: FeedPoint): FeedCursor {
  return `${epoch}.${sequence}`;
}

/** The place a reader's cursor names. */
export function pointOf(cursor: FeedCursor): FeedPoint {
  const [epoch = '', sequence] = cursor.split('.');
  return { epoch, sequence: Number(sequence) };
}

/**
 * Why reading cannot go on from a cursor, and where it goes on instead; null when it can.
 *
 * - `other-epoch`: this store never gave the cursor, it was wiped, or was set back to before the epoch began. Everything
 *   kept may be new to the reader: it goes on at the floor, as a new laptop does.
 * - `ahead-of-head`: the epoch ended before the cursor, so the store was set back. What the epoch did give is the same as
 *   what the reader has read: it goes on where the epoch ended, however far the feed has come since.
 * - `behind-retention`: results were dropped unread. It goes on at the floor: everything that is still kept is new to it,
 *   and a failed result's message can be had nowhere else.
 *
 * In each case the reader also reconciles by reading the operator.
 */
export function resetOf(after: FeedPoint, { floor, span }: FeedView): FeedReset | null {
  if (span === null || after.sequence < span.first) return { reset: 'other-epoch', cursor: cursorAt(floor) };
  if (after.sequence > span.last) {
    const end = { epoch: after.epoch, sequence: span.last };
    return { reset: 'ahead-of-head', cursor: cursorAt(span.last < floor.sequence ? floor : end) };
  }
  if (after.sequence < floor.sequence) return { reset: 'behind-retention', cursor: cursorAt(floor) };
  return null;
}
