import { z } from 'zod';

/** The upper limits of the buckets, ms; the last bucket has none. */
export const LIMITS_MS = [1, 2, 4, 8, 16, 32, 64, 128] as const;

/** How many values are in each bucket, one more than there are limits. */
export const histogram = z.array(z.number()).length(LIMITS_MS.length + 1);
export type Histogram = z.infer<typeof histogram>;

/** The part of Node's histogram that is read. */
interface Recorded {
  readonly count: number;
  readonly percentile: (percent: number) => number;
}

/** Enough halvings that one value of millions is put into the right bucket. */
const HALVINGS = 40;

/** Folds recorded values into the buckets; `inMs` turns a recorded value into milliseconds. */
export function folded(recorded: Recorded, inMs: (value: number) => number): Histogram {
  const upTo = [
    ...LIMITS_MS.map((limit) => countUpTo(recorded, (value) => inMs(value) <= limit)),
    recorded.count,
  ];
  return upTo.map((count, bucket) => count - (upTo[bucket - 1] ?? 0));
}

/** How many values fit, where every smaller value fits too. */
function countUpTo({ count, percentile }: Recorded, fits: (value: number) => boolean): number {
  if (count === 0 || fits(percentile(100))) return count;
  let [low, high] = [0, 100];
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (fits(percentile(middle))) low = middle;
    else high = middle;
  }
  return Math.round((low / 100) * count);
}

/** The values of several rounds together. */
export const together = (rounds: readonly Histogram[]): Histogram =>
  [...LIMITS_MS, null].map((_, bucket) => rounds.reduce((sum, round) => sum + (round[bucket] ?? 0), 0));
