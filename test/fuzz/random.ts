/** Numbers that look random and are the same for the same seed, so that every case can be sent again. */
export type Random = {
  /** From 0 up to but without `limit`, whole. */
  readonly below: (limit: number) => number;
  readonly chance: (share: number) => boolean;
  readonly pick: <Value>(values: readonly [Value, ...Value[]]) => Value;
};

/** Mulberry32. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    pick: (values) => values[below(values.length)] ?? values[0],
  };
}
