import * as fc from 'fast-check';
import { random } from '../random.ts';
import { spoilt } from '../window/spoil.ts';

/** JSON as an attacker might bend it, and as it breaks on its way: built from valid JSON. */
export function hostileJson(...right: readonly [unknown, ...unknown[]]): fc.Arbitrary<string> {
  const base = fc.constantFrom(...right);
  const bent = fc.tuple(base, fc.nat(), fc.integer({ min: 0, max: 3 })).map(([value, seed, times]) => {
    const chance = random(seed);
    let made = value;
    for (let done = 0; done < times; done += 1) made = spoilt(chance, made);
    return JSON.stringify(made) ?? '';
  });
  return fc.oneof(
    { weight: 6, arbitrary: bent },
    { weight: 3, arbitrary: fc.tuple(bent, edits).map(([text, changes]) => edited(text, changes)) },
    { weight: 2, arbitrary: fc.tuple(bent, fc.nat({ max: 20_000 }), fc.nat()).map(deepened) },
    { weight: 1, arbitrary: fc.tuple(base, name).map(([value, field]) => withField(value, field)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
}

/** Names that each object has without anybody having written them: a look-up by a foreign word may find them. */
export const inheritedNames: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

const name = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom('k'.repeat(3000), 'toJSON', ...inheritedNames),
);

/** The value with an unknown field. */
const withField = (value: unknown, field: string): string =>
  JSON.stringify(value).replace(/^\{/, `{${JSON.stringify(field)}:{"polluted":true},`);

type Edit = { readonly at: number; readonly length: number; readonly put: string };

/** Changes of a text: taken out, put in, put twice, cut off. */
export const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.nat({ max: 5 }), fc.constant(1e9)),
    put: fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '"',
        '\\',
        '{',
        '[',
        ',',
        ';',
        '\u0000',
        '\ufeff',
        '\ud800',
        '1e999',
        '-0',
        '__proto__',
      ),
    ),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The text with these changes, one after the other. */
export function edited(text: string, changes: readonly Edit[]): string {
  return changes.reduce((before, { at, length, put }) => {
    const place = Math.floor(at * before.length);
    return before.slice(0, place) + put + before.slice(place + length);
  }, text);
}

/** Puts something nested so deep in the place of one value that a recursive reader runs out of stack. */
function deepened([text, depth, seed]: readonly [string, number, number]): string {
  const places = [...text.matchAll(/(?<=[:[,])(?:"[^"\\]*"|\d+|null|true|false)(?=[,\]}])/g)];
  const place = places[seed % Math.max(1, places.length)];
  const nested =
    seed % 2 === 0 ? '['.repeat(depth) + ']'.repeat(depth) : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  if (place === undefined) return nested;
  return text.slice(0, place.index) + nested + text.slice(place.index + place[0].length);
}
