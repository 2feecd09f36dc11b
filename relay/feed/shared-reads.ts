import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { FeedQuery, FeedView } from '../store/results-store.ts';

/** Reads the feed. */
export type FeedReads = (query: FeedQuery) => Promise<FeedView>;

/**
 * One read for all who ask the same at the same time: a result wakes every laptop of its customer at once, and most of
 * them stand at the same place.
 *
 * No caller gets a read that began before it asked, which might have missed a result that was kept just before: a caller
 * while one runs shares the next one.
 */
export function sharedReads(read: FeedReads): FeedReads {
  const upcoming = new Map<string, Promise<FeedView>>();
  const underWay = new Map<string, Promise<void>>();

  const readNext = async (name: string, query: FeedQuery): Promise<FeedView> => {
    await (underWay.get(name) ?? endOfTurn());
    upcoming.delete(name);
    const view = read(query);
    // The next read waits for this end, so it is under way only after this one is forgotten.
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
