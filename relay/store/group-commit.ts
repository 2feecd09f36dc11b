import { StoreUnavailable, isValueRefused, type changeListeners } from './store.ts';
import { RESULTS_QUEUE, type ArrivedResult, type Keeping } from './results-store.ts';

type GroupCommit<Item, Kept> = {
  /** Resolves after the commit that holds the item, rejects when that commit failed. */
  readonly add: (item: Item) => Promise<Kept>;
  /** Commits what waits, and takes nothing more. */
  readonly close: () => Promise<void>;
};

type Waiting<Item, Kept> = {
  readonly item: Item;
  readonly keep: (kept: Kept) => void;
  readonly fail: (reason: unknown) => void;
};

/** So that one transaction, with bodies at their limit, stays far below what a database takes at once. */
export const LARGEST_GROUP = 256;

/** How much may wait, the group that is being committed included. */
type QueueLimits<Item> = {
  readonly items: number;
  readonly weight: number;
  readonly weigh: (item: Item) => number;
};

type GroupCommitOptions<Item> = {
  /**
   * Whether a failure is one item's fault and not the store's: then the group is tried again in halves, until only that item
   * fails. A store that cannot work is not asked again for each of them.
   */
  readonly isAboutItem?: (reason: unknown) => boolean;
  /** Requests beyond this queue are refused (`StoreUnavailable`, "queue full"). */
  readonly queue?: QueueLimits<Item>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
};

/** A commit that took unusually long is forgotten within some groups; a disk that became slow is believed as soon. */
const COMMIT_GETS_DEARER = 1.25;

const ENDLESS = { items: Infinity, weight: Infinity, weigh: () => 0 } as const;

/**
 * Everything that arrives within one turn of the event loop, or while a commit is under way, shares the next transaction:
 * one sync of the disk serves all of it.
 *
 * @param writeAll commits all items or throws; answers one value per item, in order. Never called twice at a time.
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
  /** Ends the gathering of the group that is next; null while a group is being committed. */
  let handOver: (() => void) | null = null;
  let gatheringSince = 0;
  let commitTakes = Infinity;

  const leaves = (item: Item): void => {
    items -= 1;
    weight -= queue.weigh(item);
  };

  /** Commits a group. Answers what tells each of its items how it went, and never rejects. */
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
    // The requests that are in the sockets already come into the same group, unless reading them takes longer than a commit: then
    // the store works on the first of them meanwhile. Where a sync is slow, as many as possible still share it.
    await new Promise<void>((resolve) => {
      handOver = resolve;
      setImmediate(resolve);
    });
    handOver = null;
    let tell = (): void => undefined;
    while (waiting.length > 0) {
      const begun = now();
      const next = commit(waiting.splice(0, LARGEST_GROUP));
      // Once the database has the next group (it is handed over within a tick): telling all of this one is a long piece of work.
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
 * Keeps results in groups, and tells the readers of those feeds that have something new once it is on the disk.
 *
 * @param keepAll commits all of them or throws; answers what became of each, in order.
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
