import { assert, constantFrom, nat, property, record, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsWithOneTypo } from '../../../electron/directory/car-search.ts';

const folded = string({ unit: constantFrom(...Array.from('ABCDE0123')), minLength: 5, maxLength: 17 });
const noise = string({ unit: constantFrom(...Array.from('ABCDE0123 ')), maxLength: 12 });

describe('a text holds a pattern with one typo', () => {
  it.each([
    ['as it is', 'WVWZZZ1KZAW000123', 'WVWZZZ1KZAW000123'],
    ['with a wrong character', 'MAB1234 WVWZZZ', 'MAX1234'],
    ['with a missing character', 'MAB1234', 'MB1234'],
    ['with an extra character', 'MAB1234', 'MABB1234'],
    ['with two neighbours swapped', 'MAB1234', 'MBA1234'],
    ['with the first two swapped', 'MAB1234', 'AMB1234'],
    ['in the middle of it', 'XXXX SPR1NTER XXXX', 'SPR1MTER'],
  ])('%s', (_how, text, pattern) => {
    expect(holdsWithOneTypo(text, pattern)).toBe(true);
  });

  it.each([
    ['two wrong characters', 'MAB1234', 'MXX1234'],
    ['two missing characters', 'MAB1234', 'MAB3'.padStart(7, '9')],
    ['another text', 'MAB1234', 'HHXY999'],
    ['nothing at all', '', 'MAB12'],
  ])('but not with %s', (_what, text, pattern) => {
    expect(holdsWithOneTypo(text, pattern)).toBe(false);
  });

  it('whatever the text, the place and the kind of the typo', () => {
    const edit = record({
      pattern: folded,
      before: noise,
      after: noise,
      place: nat(16),
      kind: constantFrom('wrong', 'missing', 'extra', 'swapped'),
    });
    assert(
      property(edit, ({ pattern, before, after, place, kind }) => {
        const at = place % (pattern.length - 1);
        const [head, tail] = [pattern.slice(0, at), pattern.slice(at)];
        const typed = {
          wrong: `${head}X${tail.slice(1)}`,
          missing: `${head}${tail.slice(1)}`,
          extra: `${head}X${tail}`,
          swapped: `${head}${tail.charAt(1)}${tail.charAt(0)}${tail.slice(2)}`,
        }[kind];
        expect(holdsWithOneTypo(before + pattern + after, typed)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
