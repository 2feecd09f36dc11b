/** A small seeded generator (mulberry32): the same seed gives the same fleet, the same shuffles, the same jitter. */
export type Random = {
  /** A number in [0, 1). */
  readonly next: () => number;
  /** As if `next` had been called so many times. */
  readonly skip: (draws: number) => void;
  /** An integer in [from, to], both ends included. */
  readonly integer: (from: number, to: number) => number;
  /** One of the items; the list must not be empty. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** True with the given probability. */
  readonly chance: (probability: number) => boolean;
  /** A shuffled copy. */
  readonly shuffled: <T>(items: readonly T[]) => T[];
  /** `length` characters drawn from `alphabet`. */
  readonly text: (alphabet: string, length: number) => string;
};

/** Makes a generator from any integer seed. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const skip = (draws: number): void => {
    state = (state + Math.imul(0x6d2b79f5, draws)) >>> 0;
  };
  const integer = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('pick() needs a list with at least one item');
    return item;
  };
  const shuffled = <T>(items: readonly T[]): T[] => {
    const keyed = items.map((item) => ({ item, key: next() }));
    return keyed.sort((left, right) => left.key - right.key).map(({ item }) => item);
  };
  return {
    next,
    skip,
    integer,
    pick,
    chance: (probability) => next() < probability,
    shuffled,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet.charAt(integer(0, alphabet.length - 1))).join(''),
  };
}
