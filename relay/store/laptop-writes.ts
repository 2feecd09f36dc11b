import { statfsSync } from 'node:fs';
import { StoreUnavailable } from './store.ts';
import { SECOND } from '../../shared/time.ts';

export type LaptopWrites = {
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

export type LaptopWritesOptions = {
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
