import type { Random } from '../random.ts';

const WRONG = [
  null,
  undefined,
  '',
  -1,
  Number.NaN,
  Infinity,
  1e300,
  'a\0b',
  '\ud800',
  [],
  {},
  true,
  'x'.repeat(200_000),
  new Uint8Array(3),
  new Map([['__proto__', 1]]),
  new Date(Number.NaN),
] as const;

/** The same value with one place gone wrong. */
export function spoilt(chance: Random, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance.chance(0.2)) return chance.pick(WRONG);
  if (Array.isArray(value)) {
    if (value.length === 0) return [chance.pick(WRONG)];
    const place = chance.below(value.length);
    return value.map((each: unknown, index) => (index === place ? spoilt(chance, each) : each));
  }
  const entries = Object.entries(value);
  const [name] = entries[chance.below(entries.length)] ?? [];
  if (name === undefined || chance.chance(0.1))
    return { ...value, constructor: 1, unheardOf: chance.pick(WRONG) };
  return Object.fromEntries(
    entries.flatMap(([each, content]) => {
      if (each !== name) return [[each, content]];
      return chance.chance(0.2) ? [] : [[each, spoilt(chance, content)]];
    }),
  );
}
