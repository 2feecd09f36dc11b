import { statfsSync } from 'node:fs';
import { SECOND } from '../../shared/time.ts';
import { RESULTS_QUEUE, type ArrivedResult, type Keeping } from './results-store.ts';
import { StoreUnavailable, isValueRefused, type changeListeners } from './store.ts';

/*
 * The two queues of writes: the operator's results, which are committed in groups, and the writes of laptops, which wait
 * for their turns and leave space for the results.
 */

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

type LaptopWrites = {
  /**
   * Runs a write of a token in its turn (round robin over the waiting tokens). `bytes`: its memory until then.
   *
   * @throws StoreUnavailable when the queue is full, or when the free space of the disk or database is reserved for the
   * operator's results.
   */
  readonly run: <Kept>(tokenId: number, bytes: number, write: () => Promise<Kept>) => Promise<Kept>;
};

type Amount = { readonly items: number; readonly bytes: number };

/** Upper bounds of waiting writes of all tokens; further writes are answered 503. */
export const LAPTOP_QUEUE: Amount = { items: 1000, bytes: 16 * 1024 * 1024 };
/** Upper bounds per token, so that one token cannot fill the queue. */
export const QUEUE_OF_TOKEN: Amount = { items: LAPTOP_QUEUE.items / 4, bytes: LAPTOP_QUEUE.bytes / 4 };

type LaptopWritesOptions = {
  /** Largest number of concurrent writes; the others wait here, where the operator's results pass them. */
  readonly atOnce: number;
  readonly diskIsKept?: () => Promise<boolean>;
};

/**
 * The queue of the laptops' writes: logs, files, reviews, keys. The operator's results bypass it, so a group of results
 * waits for at most `atOnce` of these writes. Round robin over the tokens: a token with many writes delays a write of
 * another token by one.
 */
export function laptopWrites({
  atOnce,
  diskIsKept = () => Promise.resolve(false),
}: LaptopWritesOptions): LaptopWrites {
  /** The waiting writes by token, in the order of their turns. */
  const waiting = new Map<number, (() => void)[]>();
  const heldBy = new Map<number, Amount>();
  let underWay = 0;
  let held: Amount = { items: 0, bytes: 0 };
  const turn = (tokenId: number): Promise<void> =>
    new Promise((resolve) => {
      if (underWay < atOnce) {
        underWay += 1;
        resolve();
      } else {
        const own = waiting.get(tokenId);
        if (own === undefined) waiting.set(tokenId, [resolve]);
        else own.push(resolve);
      }
    });
  const next = (): void => {
    for (const [tokenId, own] of waiting) {
      waiting.delete(tokenId);
      const first = own.shift();
      if (own.length > 0) waiting.set(tokenId, own);
      first?.();
      return;
    }
    underWay -= 1;
  };
  const hold = (tokenId: number, change: Amount): void => {
    const own = plus(heldBy.get(tokenId), change);
    if (own.items === 0) heldBy.delete(tokenId);
    else heldBy.set(tokenId, own);
    held = plus(held, change);
  };
  return {
    run: async (tokenId, bytes, write) => {
      if (await diskIsKept()) throw new StoreUnavailable('disk reserve');
      if (isFull(heldBy.get(tokenId), bytes, QUEUE_OF_TOKEN) || isFull(held, bytes, LAPTOP_QUEUE)) {
        throw new StoreUnavailable('queue full');
      }
      hold(tokenId, { items: 1, bytes });
      await turn(tokenId);
      try {
        return await write();
      } finally {
        hold(tokenId, { items: -1, bytes: -bytes });
        next();
      }
    },
  };
}

const plus = (one: Amount | undefined, other: Amount): Amount => ({
  items: (one?.items ?? 0) + other.items,
  bytes: (one?.bytes ?? 0) + other.bytes,
});

/** A single write always fits. */
const isFull = (there: Amount | undefined, bytes: number, limit: Amount): boolean =>
  there !== undefined && there.items > 0 && (there.items >= limit.items || there.bytes + bytes > limit.bytes);

/** Bytes. */
export type DiskSpace = { readonly total: number; readonly free: number };

/** Upper bound of the reserve: a tenth of the disk is kept for the operator's results, but not more than this. */
const LARGEST_RESERVE = 4 * 1024 * 1024 * 1024;
const SHARE = 0.1;
const CHECK_EVERY = SECOND;

/** The space of the disk that a folder is on. */
export function diskSpaceOf(folder: string): DiskSpace {
  const { bsize, blocks, bavail } = statfsSync(folder);
  return { total: bsize * blocks, free: bsize * bavail };
}

/**
 * Tests whether the free space of a disk, or of a database's limit, has fallen below the reserve for the operator's
 * results. Measured once per second; if it cannot be measured, nothing is reserved.
 */
export function diskReserve(
  read: () => DiskSpace | Promise<DiskSpace>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let looked = -Infinity;
  let isKept = Promise.resolve(false);
  const check = async (): Promise<boolean> => {
    try {
      const { total, free } = await read();
      return free < Math.min(total * SHARE, LARGEST_RESERVE);
    } catch {
      return false;
    }
  };
  return () => {
    if (now() - looked >= CHECK_EVERY) {
      looked = now();
      isKept = check();
    }
    return isKept;
  };
}
