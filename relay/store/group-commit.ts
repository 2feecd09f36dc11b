import { StoreUnavailable, isValueRefused, type changeListeners } from './store.ts';
import { RESULTS_QUEUE, type ArrivedResult, type Keeping } from './results-store.ts';

type GroupCommit<Item, Kept> = {
  /** Resolves after the commit that holds the item, rejects when that commit failed. */
  readonly add: (item: Item) => Promise<Kept>;
  /** Commits the waiting items and accepts no more. */
  readonly close: () => Promise<void>;
};

type Waiting<Item, Kept> = {
  readonly item: Item;
  readonly keep: (kept: Kept) => void;
  readonly fail: (reason: unknown) => void;
};

/** Batch size of one transaction: with bodies at their limit it stays far below the limits of the database. */
export const LARGEST_GROUP = 256;

/** Upper bounds of the queue, including the group under commit. */
type QueueLimits<Item> = {
  readonly items: number;
  readonly weight: number;
  readonly weigh: (item: Item) => number;
};

type GroupCommitOptions<Item> = {
  /**
   * Tests whether a failure is the fault of one item and not of the store. The group is then retried in halves until
   * only that item fails. A failure of the store is not retried per item.
   */
  readonly isAboutItem?: (reason: unknown) => boolean;
  /** Limits of the queue; items beyond them are refused (`StoreUnavailable`, "queue full"). */
  readonly queue?: QueueLimits<Item>;
  /** A monotonic clock, in milliseconds. */
  readonly now?: () => number;
};

/**
 * Upper bound of the growth per group of the estimated commit time: one slow commit hardly changes it, and a disk that
 * became slow is reflected within some groups.
 */
const COMMIT_GETS_DEARER = 1.25;

const ENDLESS = { items: Infinity, weight: Infinity, weigh: () => 0 } as const;

/**
 * Group commit: everything that arrives within one turn of the event loop, or during a commit, shares the next
 * transaction, so that one disk sync serves all of it.
 *
 * @param writeAll commits all items or throws; returns one value per item, in order. Never called concurrently.
 */
export function groupCommit<Item, Kept>(
  writeAll: (items: readonly Item[]) => readonly Kept[] | Promise<readonly Kept[]>,
  {
    isAboutItem = () => false,
    queue = ENDLESS,
    now = () => performance.now(),
  }: GroupCommitOptions<Item> = {},
): GroupCommit<Item, Kept> {
  let waiting: Waiting<Item, Kept>[] = [];
  let working: Promise<void> | null = null;
  let closed = false;
  let items = 0;
  let weight = 0;
  /** Ends the collection of the next group; null while a group is being committed. */
  let handOver: (() => void) | null = null;
  let gatheringSince = 0;
  let commitTakes = Infinity;

  const leaves = (item: Item): void => {
    items -= 1;
    weight -= queue.weigh(item);
  };

  /** Commits a group. Resolves to the function that settles its items, and never rejects. */
  const commit = async (group: readonly Waiting<Item, Kept>[]): Promise<() => void> => {
    try {
      const kept = await writeAll(group.map(({ item }) => item));
      return () => {
        for (const [index, { item, keep, fail }] of group.entries()) {
          leaves(item);
          const value = kept[index];
          if (value === undefined) fail(new StoreUnavailable('no outcome'));
          else keep(value);
        }
      };
    } catch (reason) {
      if (group.length > 1 && isAboutItem(reason)) {
        const half = Math.ceil(group.length / 2);
        (await commit(group.slice(0, half)))();
        return commit(group.slice(half));
      }
      return () => {
        for (const { item, fail } of group) {
          leaves(item);
          fail(reason);
        }
      };
    }
  };

  const work = async (): Promise<void> => {
    gatheringSince = now();
    // Waits so that requests already in the sockets join the same group, unless reading them takes longer than a
    // commit: the store then starts with the first ones. On a disk with slow syncs, as many as possible still share one
    // sync.
    await new Promise<void>((resolve) => {
      handOver = resolve;
      setImmediate(resolve);
    });
    handOver = null;
    let tell = (): void => undefined;
    while (waiting.length > 0) {
      const begun = now();
      const next = commit(waiting.splice(0, LARGEST_GROUP));
      // Deferred until the database has the next group (handed over within a tick), because settling all items of this
      // group takes long.
      process.nextTick(tell);
      tell = await next;
      commitTakes = Math.min(now() - begun, commitTakes * COMMIT_GETS_DEARER);
    }
    working = null;
    tell();
  };

  return {
    add: (item) => {
      if (closed) return Promise.reject(new StoreUnavailable('closed'));
      if (items >= queue.items || weight >= queue.weight) {
        return Promise.reject(new StoreUnavailable('queue full'));
      }
      items += 1;
      weight += queue.weigh(item);
      return new Promise((keep, fail) => {
        waiting.push({ item, keep, fail });
        working ??= work();
        if (handOver !== null && now() - gatheringSince >= commitTakes) handOver();
      });
    },
    close: async () => {
      closed = true;
      await working;
    },
  };
}

/**
 * Keeps results in groups, and notifies the readers of feeds with new results once these are on disk.
 *
 * @param keepAll commits all of them or throws; returns the outcome of each, in order.
 */
export function commitResults(
  keepAll: (results: readonly ArrivedResult[]) => Promise<readonly Keeping[]>,
  { tell }: Pick<ReturnType<typeof changeListeners>, 'tell'>,
): GroupCommit<ArrivedResult, Keeping> {
  return groupCommit(
    async (arrived: readonly ArrivedResult[]) => {
      const outcomes = await keepAll(arrived);
      const feeds = arrived.filter((_, index) => outcomes[index] === 'first');
      if (feeds.length > 0) tell({ kind: 'results-kept', feeds });
      return outcomes;
    },
    { isAboutItem: isValueRefused, queue: RESULTS_QUEUE },
  );
}
