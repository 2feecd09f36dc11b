import { z } from 'zod';

/** Milliseconds. */
export const percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number(), most: z.number() });
export type Percentiles = z.infer<typeof percentiles>;

/** The durations below which 50, 95 and 99 of 100 lie, by nearest rank, and the longest. Throws when there are none. */
export function percentilesOf(milliseconds: readonly number[]): Percentiles {
  const sorted = Float64Array.from(milliseconds).toSorted();
  const at = (share: number): number => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    if (value === undefined) throw new Error('Nothing was measured.');
    return value;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1) };
}

/** The middle one, the lower of two. Throws when there are none. */
export function medianBy<Item>(items: readonly Item[], of: (item: Item) => number): Item {
  const sorted = items.toSorted((one, other) => of(one) - of(other));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error('Nothing was measured.');
  return middle;
}

/** The one with the most. Throws when there are none. */
export function mostBy<Item>(items: readonly Item[], of: (item: Item) => number): Item {
  const [most] = items.toSorted((one, other) => of(other) - of(one));
  if (most === undefined) throw new Error('Nothing was measured.');
  return most;
}
