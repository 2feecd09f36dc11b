import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOf, CODE_LENGTH, CODE_LETTERS, typedLaptopCode } from '../../../shared/relay/access.ts';

const letter = fc.nat(CODE_LETTERS.length - 1).map((place) => CODE_LETTERS.charAt(place));
const code = fc
  .array(letter, { minLength: CODE_LENGTH, maxLength: CODE_LENGTH })
  .map((letters) => letters.join(''))
  .map((letters) => `${letters.slice(0, 4)}-${letters.slice(4)}${checkOf(letters)}`);

test('a code is read however it is typed', () => {
  fc.assert(
    fc.property(code, (one) => {
      const typed = one.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
      expect(typedLaptopCode(` ${typed}`)).toBe(one);
    }),
  );
});

test('one wrong character is noticed, and so is one too few or too many', () => {
  fc.assert(
    fc.property(code, fc.nat(7), letter, (one, at, other) => {
      const letters = one.replace('-', '');
      const wrong = letters.slice(0, at) + other + letters.slice(at + 1);
      expect(typedLaptopCode(wrong)).toBe(wrong === letters ? one : null);
      expect(typedLaptopCode(letters.slice(1))).toBe(null);
      expect(typedLaptopCode(`${letters}${other}`)).toBe(null);
    }),
  );
});
