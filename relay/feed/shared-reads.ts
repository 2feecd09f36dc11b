import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { FeedQuery, FeedView } from '../store/results-store.ts';

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
