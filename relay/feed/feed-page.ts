import type { FeedPage, FeedCursor, FeedReset } from '../../shared/relay/results.ts';
import { withoutTooDeep } from '../nesting.ts';
import type { FeedKey, FeedView, KeptResult, FeedPoint } from '../store/results-store.ts';

/**
 * Creates the serialiser of feed pages. The text of a view is cached, so that readers who share the view share the
 * text.
 */
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
 * The reason why a cursor is invalid, and the cursor at which the reader continues; null = the cursor is valid.
 *
 * - `other-epoch`: this store never issued the cursor, because it was wiped, or restored to a state before the
 *   epoch began. All kept results may be new to the reader, which continues at the floor like a new laptop.
 * - `ahead-of-head`: the epoch ended before the cursor, because the store was restored. The reader has read all
 *   that the epoch issued, and continues at the end of that epoch.
 * - `behind-retention`: results were dropped unread. The reader continues at the floor, because all kept results
 *   are new to it, and the message of a failed result exists nowhere else.
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
