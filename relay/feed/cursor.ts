import type { FeedCursor, FeedReset } from '../../shared/relay/feed.ts';
import type { FeedBounds } from '../store/store.ts';

/** Writes where a reader stands. */
export function cursorAt(epoch: string, sequence: number): FeedCursor {
  return `${epoch}.${sequence}`;
}

/** Where reading starts, or why it cannot go on from the cursor. */
export type FeedStart =
  | { readonly kind: 'from'; readonly sequence: number }
  | { readonly kind: 'reset'; readonly reset: FeedReset };

/**
 * Judges a reader's cursor. Without one, reading starts at the beginning of what is kept.
 *
 * After a reset the reader reconciles by reading the operator. A cursor of another store goes on at the head: what is
 * kept here may be years of results it has long handled. A cursor behind retention goes on at the floor: everything
 * that is still kept is new to it, and a failed result's message can be had nowhere else.
 */
export function feedStart(
  after: FeedCursor | undefined,
  epoch: string,
  { floor, head }: FeedBounds,
): FeedStart {
  if (after === undefined) return { kind: 'from', sequence: floor };
  const [cursorEpoch, text] = after.split('.');
  const sequence = Number(text);
  const reset = (why: FeedReset['reset'], at: number): FeedStart => ({
    kind: 'reset',
    reset: { reset: why, cursor: cursorAt(epoch, at) },
  });
  if (cursorEpoch !== epoch) return reset('other-epoch', head);
  if (sequence > head) return reset('ahead-of-head', head);
  if (sequence < floor) return reset('behind-retention', floor);
  return { kind: 'from', sequence };
}
