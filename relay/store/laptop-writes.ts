import { StoreUnavailable } from './store.ts';

export type LaptopWrites = {
  /**
   * Does a write when its turn has come. `bytes`: what it holds in memory until then.
   *
   * @throws StoreUnavailable when too much waits, or what is left of the disk is kept for the operator's results.
   */
  readonly run: <Kept>(bytes: number, write: () => Promise<Kept>) => Promise<Kept>;
};

/** The limits of waiting writes; later ones are answered 503. */
export const LAPTOP_QUEUE = { items: 1000, bytes: 16 * 1024 * 1024 } as const;

export type LaptopWritesOptions = {
  /** How many are under way at once; the others wait here, where the operator's results pass them. */
  readonly atOnce: number;
  readonly diskIsKept?: () => boolean;
};

/**
 * The writes of laptops: logs, files, reviews, keys. The operator's results never stand in this queue: whatever waits here, a group of
 * results comes after at most `atOnce` of these.
 */
export function laptopWrites({ atOnce, diskIsKept = () => false }: LaptopWritesOptions): LaptopWrites {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let items = 0;
  let held = 0;
  const turn = (): Promise<void> =>
    new Promise((resolve) => {
      if (underWay >= atOnce) waiting.push(resolve);
      else {
        underWay += 1;
        resolve();
      }
    });
  const over = (bytes: number): void => {
    items -= 1;
    held -= bytes;
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  };
  return {
    run: async (bytes, write) => {
      if (diskIsKept()) throw new StoreUnavailable('disk reserve');
      if (items >= LAPTOP_QUEUE.items || (items > 0 && held + bytes > LAPTOP_QUEUE.bytes)) {
        throw new StoreUnavailable('queue full');
      }
      items += 1;
      held += bytes;
      await turn();
      try {
        return await write();
      } finally {
        over(bytes);
      }
    },
  };
}
