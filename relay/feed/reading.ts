import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { FeedPage, FeedCursor, FeedReset } from '../../shared/relay/results.ts';
import { withoutTooDeep } from '../nesting.ts';
import type { FeedKey, FeedQuery, FeedView, KeptResult, FeedPoint } from '../store/results-store.ts';

/* Reading the feed: polls that wait, reads that they share, and the pages and cursors that they get. */

/**
 * The outcome of a wait: `read` = read again; `over` = the time is up, the reader disconnected, or the relay stops.
 */
export type WaitStep = 'read' | 'over';

export type PollWait = {
  /** Resolves at the first change since the wait began (also one before this call), or when the wait is over. */
  readonly next: () => Promise<WaitStep>;
  /** Must be called in every case. */
  readonly end: () => void;
};

/** Why a poll cannot wait: its token or the relay as a whole has reached its limit of waiting polls. */
export type PollRefusal = 'token-full' | 'relay-full';

export type PollLimits = { readonly perToken: number; readonly inTotal: number };

type Waiter = { isWoken: boolean; over: boolean; wake: () => void };

export type WaitingPolls = {
  /** Subscribes before the caller's first read, so no change in between is missed. Ends after `forMs`. */
  readonly begin: (key: FeedKey, tokenId: number, forMs: number) => PollWait | PollRefusal;
  readonly wake: (grown: readonly FeedKey[]) => void;
  readonly wakeAll: () => void;
  /** Ends every wait, now and from now on. */
  readonly stop: () => void;
  readonly count: () => number;
};

const feedName = ({ environment, customerId }: FeedKey): string => `${environment}/${customerId}`;

/** The long polls that wait for results, by feed. */
export function waitingPolls(limits: PollLimits): WaitingPolls {
  const feeds = new Map<string, Set<Waiter>>();
  const ofToken = new Map<number, number>();
  let total = 0;
  let stopped = false;

  const count = (tokenId: number, by: 1 | -1): void => {
    total += by;
    const now = (ofToken.get(tokenId) ?? 0) + by;
    if (now === 0) ofToken.delete(tokenId);
    else ofToken.set(tokenId, now);
  };

  const remove = (name: string, tokenId: number, waiter: Waiter): void => {
    const waiters = feeds.get(name);
    if (waiters?.delete(waiter) !== true) return;
    if (waiters.size === 0) feeds.delete(name);
    count(tokenId, -1);
  };

  const finish = (waiter: Waiter): void => {
    waiter.over = true;
    waiter.wake();
  };

  const wakeWaiter = (waiter: Waiter): void => {
    waiter.isWoken = true;
    waiter.wake();
  };

  return {
    begin: (key, tokenId, forMs) => {
      if (total >= limits.inTotal) return 'relay-full';
      if ((ofToken.get(tokenId) ?? 0) >= limits.perToken) return 'token-full';
      const name = feedName(key);
      const waiter: Waiter = { isWoken: false, over: stopped, wake: () => undefined };
      feeds.set(name, (feeds.get(name) ?? new Set()).add(waiter));
      count(tokenId, 1);
      const timer = setTimeout(finish, forMs, waiter);
      return {
        next: async () => {
          if (!waiter.isWoken && !waiter.over) {
            await new Promise<void>((resolve) => {
              waiter.wake = resolve;
            });
          }
          if (waiter.over) return 'over';
          waiter.isWoken = false;
          return 'read';
        },
        end: () => {
          clearTimeout(timer);
          remove(name, tokenId, waiter);
          finish(waiter);
        },
      };
    },
    wake: (grown) => {
      for (const name of new Set(grown.map(feedName))) feeds.get(name)?.forEach(wakeWaiter);
    },
    wakeAll: () => {
      for (const waiters of feeds.values()) waiters.forEach(wakeWaiter);
    },
    stop: () => {
      stopped = true;
      for (const waiters of feeds.values()) waiters.forEach(finish);
    },
    count: () => total,
  };
}

/** Reads the feed. */
export type FeedReads = (query: FeedQuery) => Promise<FeedView>;

/**
 * One read for all callers that ask at the same time: a result wakes every laptop of its customer at once, and most
 * have the same cursor. No caller gets a read that began before its call, because that read may miss a result kept just
 * before. A caller that comes during a read shares the next one.
 */
export function sharedReads(read: FeedReads): FeedReads {
  const upcoming = new Map<string, Promise<FeedView>>();
  const underWay = new Map<string, Promise<void>>();

  const readNext = async (name: string, query: FeedQuery): Promise<FeedView> => {
    await (underWay.get(name) ?? endOfTurn());
    upcoming.delete(name);
    const view = read(query);
    // The next read waits for this promise, so it starts only after this read was removed from the map.
    const over = view.then(nothing, nothing).then(() => void underWay.delete(name));
    underWay.set(name, over);
    return view;
  };

  return (query) => {
    const { environment, customerId, after, limit } = query;
    const name = JSON.stringify([environment, customerId, after?.epoch, after?.sequence, limit]);
    const shared = upcoming.get(name) ?? readNext(name, query);
    upcoming.set(name, shared);
    return shared;
  };
}

const nothing = (): void => undefined;

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
