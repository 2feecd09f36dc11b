import { StoreUnavailable } from './store.ts';

export type LaptopWrites = {
  /**
   * Does a write of a token when its turn has come: the tokens that wait take turns. `bytes`: what it holds in memory until then.
   *
   * @throws StoreUnavailable when too much waits, or what is left of the disk or database is kept for the operator's results.
   */
  readonly run: <Kept>(tokenId: number, bytes: number, write: () => Promise<Kept>) => Promise<Kept>;
};

type Amount = { readonly items: number; readonly bytes: number };

/** The limits of waiting writes, of all tokens; later ones are answered 503. */
export const LAPTOP_QUEUE: Amount = { items: 1000, bytes: 16 * 1024 * 1024 };
/** Of one token, so that it leaves room for the others. */
export const QUEUE_OF_TOKEN: Amount = { items: LAPTOP_QUEUE.items / 4, bytes: LAPTOP_QUEUE.bytes / 4 };

export type LaptopWritesOptions = {
  /** How many are under way at once; the others wait here, where the operator's results pass them. */
  readonly atOnce: number;
  readonly diskIsKept?: () => Promise<boolean>;
};

/**
 * The writes of laptops: logs, files, reviews, keys. The operator's results never stand in this queue: whatever waits here, a group of
 * results comes after at most `atOnce` of these. Round robin over the tokens: one with many writes delays a write of another by one.
 */
export function laptopWrites({
  atOnce,
  diskIsKept = () => Promise.resolve(false),
}: LaptopWritesOptions): LaptopWrites {
  /** In the order of their next turns. */
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

/** One write alone always fits. */
const isFull = (there: Amount | undefined, bytes: number, limit: Amount): boolean =>
  there !== undefined && there.items > 0 && (there.items >= limit.items || there.bytes + bytes > limit.bytes);
