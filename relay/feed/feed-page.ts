import type { FeedPage, FeedCursor, FeedReset } from '../../shared/relay/results.ts';
import { withoutTooDeep } from '../nesting.ts';
import type { FeedKey, FeedView, KeptResult, FeedPoint } from '../store/results-store.ts';

/** The serialised answer for a view of one feed, cached so that readers who share the view share the text. */
export function feedPages(): (feed: FeedKey, view: FeedView) => string {
  const texts = new WeakMap<FeedView, string>();
  return (feed, view) => {
    const text = texts.get(view) ?? JSON.stringify(pageOf(feed, view));
    texts.set(view, text);
    return text;
  };
}

function pageOf(feed: FeedKey, view: FeedView): FeedPage {
  return {
    results: view.results.map((result) => resultOf(feed, result)),
    cursor: cursorAt(view.readUpTo),
    upToDate: !view.more,
    lastReceivedAt: view.lastReceivedAt,
    newestReview: view.newestReview,
    newestRemoval: view.newestRemoval,
    newestPlan: view.newestPlan,
    run: view.run,
  };
}

/** A kept result in the form that laptops receive. */
export function resultOf({ environment, customerId }: FeedKey, result: KeptResult): unknown {
  const payload = withoutTooDeep(JSON.parse(result.body.toString('utf8')));
  return {
    sequence: result.sequence,
    environment,
    customerId,
    receivedAt: result.firstReceivedAt,
    kind: result.kind,
    payload,
  };
}

/** Formats a reader's position as a cursor. */
export function cursorAt({ epoch, sequence }: FeedPoint): FeedCursor {
  return `${epoch}.${sequence}`;
}

/** The position that a reader's cursor names. */
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
