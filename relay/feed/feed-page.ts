import type { FeedPage } from '../../shared/relay/feed.ts';
import { withoutTooDeep } from '../nesting.ts';
import type { FeedKey, FeedView, KeptResult } from '../store/results-store.ts';
import { cursorAt } from './cursor.ts';

/** The answer's text for a view of one feed: made once, also where many readers are given the same view. */
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

/** A kept result as laptops get it. */
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
