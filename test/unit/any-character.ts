import { integer } from 'fast-check';

const [FIRST_SURROGATE, SURROGATES] = [0xd8_00, 0x8_00];

/**
 * Any character of Unicode but half of a surrogate pair: the unit `binary` of fast-check, without the two seconds that its first use
 * costs each process.
 */
export const anyCharacter = integer({ min: 0, max: 0x10_ff_ff - SURROGATES }).map(
  (place) => String.fromCodePoint(place < FIRST_SURROGATE ? place : place + SURROGATES),
  placeOf,
);

/** The place of a character, from which it is made smaller. */
function placeOf(character: unknown): number {
  const [only, ...others] = typeof character === 'string' ? Array.from(character) : [];
  const point = others.length === 0 ? only?.codePointAt(0) : undefined;
  if (point === undefined) throw new Error('not one character');
  return point < FIRST_SURROGATE ? point : point - SURROGATES;
}
