import { describe, expect, test } from 'vitest';
import {
  place,
  typedPlace,
  boundedText,
  LONGEST_NAME,
  looksLikeAddress,
  requiredName,
  typedAddress,
  typedText,
  typedVin,
} from '../../../shared/domain/typed-text.ts';
import { siteOf } from '../../../shared/relay/access.ts';
import { ProblemError } from '../../../shared/problem.ts';

/** The problem with which something is refused. */
function refusal(act: () => unknown) {
  try {
    act();
    return null;
  } catch (cause) {
    if (cause instanceof ProblemError) return [cause.problem.code, cause.problem.params];
    throw cause;
  }
}

describe('coordinates', () => {
  const at = (latitude: number, longitude: number) => ({ latitude, longitude });

  test('reach as far as the globe', () => {
    expect(typedPlace('90 180')).toEqual(at(90, 180));
    expect(typedPlace('-90 -180')).toEqual(at(-90, -180));
    for (const beyond of ['90.1 0', '-90.1 0', '0 180.1', '0 -180.1', '100 0', '0 1000'])
      expect([beyond, typedPlace(beyond)]).toEqual([beyond, undefined]);
    expect(place.safeParse(at(90, 180)).success).toBe(true);
    expect(place.safeParse(at(90.1, 0)).success).toBe(false);
    expect(place.safeParse(at(0, -180.1)).success).toBe(false);
    expect(place.parse(at(1, 2))).toEqual(at(1, 2));
  });

  test.each([
    '1.5,2.5',
    '1.5, 2.5',
    '1.5 ,2.5',
    '1.5 , 2.5',
    '1.5;2.5',
    '1.5 ; 2.5',
    '1.5 2.5',
    '1.5\t\n2.5',
  ])('with decimal points are separated by a comma, a semicolon or blanks: %j', (typed) => {
    expect(typedPlace(typed)).toEqual(at(1.5, 2.5));
  });

  test.each(['1,5;2,5', '1,5 ; 2,5', '1,5; 2,5', '1,5 ;2,5', '1,5 2,5'])(
    'with decimal commas are separated by a semicolon or blanks: %j',
    (typed) => {
      expect(typedPlace(typed)).toEqual(at(1.5, 2.5));
    },
  );

  test('have a sign, up to ten decimals, and none of both kinds', () => {
    expect(typedPlace('+1 +2')).toEqual(at(1, 2));
    expect(typedPlace('-1,5 -2,5')).toEqual(at(-1.5, -2.5));
    expect(typedPlace('1.0123456789 2.0123456789')).toEqual(at(1.012_345_678_9, 2.012_345_678_9));
    for (const none of [
      '1.01234567891 2',
      '1 2.01234567891',
      '1. 2',
      '1 2.',
      '.5 2',
      '--1 2',
      '1.5 2,5',
      '1  x 2',
      'x1 2',
      '1 2x',
      '1,01234567891 2',
      '1,5 x',
    ])
      expect([none, typedPlace(none)]).toEqual([none, undefined]);
  });
});

describe('the site of a laptop', () => {
  test.each([
    ['Munich / Bay 3', 'Munich'],
    ['Munich / Hall / Bay 3', 'Munich'],
    ['Munich/Bay 3', 'Munich/Bay 3'],
    [' Munich  / Bay 3', 'Munich'],
    ['Munich', 'Munich'],
    [' / Bay 3', null],
    ['  ', null],
    ['', null],
    [null, null],
  ])('%j is %j', (laptop, site) => {
    expect(siteOf(laptop)).toBe(site);
  });
});

describe('a typed name', () => {
  test('is as long as the cap, and refused beyond it with both lengths', () => {
    const longest = 'x'.repeat(LONGEST_NAME);
    expect(boundedText(longest, 'car')).toBe(longest);
    expect(refusal(() => boundedText(`${longest}x`, 'car'))).toEqual([
      'name-too-long',
      { field: 'car', length: LONGEST_NAME + 1, longest: LONGEST_NAME },
    ]);
    expect(boundedText('abc', 'car', 3)).toBe('abc');
    expect(refusal(() => boundedText('abcd', 'car', 3))).toEqual([
      'name-too-long',
      { field: 'car', length: 4, longest: 3 },
    ]);
  });

  test('is tidied before it is measured, and says which one is missing', () => {
    expect(requiredName('  Van \t 7 ', 'car')).toBe('Van 7');
    expect(refusal(() => requiredName(' ', 'signature'))).toEqual(['name-missing', { field: 'signature' }]);
    expect(typedText('')).toBeNull();
    expect(typedText('a')).toBe('a');
  });
});

describe('a typed VIN', () => {
  test('names the first character that no VIN has', () => {
    expect(refusal(() => typedVin('W1#Ä'))).toEqual(['vin-malformed', { character: '#' }]);
    expect(refusal(() => typedVin('W1\u{1F697}'))).toEqual(['vin-malformed', { character: '\u{1F697}' }]);
    expect(refusal(() => typedVin('W_1'))).toEqual(['vin-malformed', { character: '_' }]);
  });

  test('has every letter and digit, in capitals, and as many as a name may have', () => {
    expect(typedVin('az09 AZ')).toBe('AZ09AZ');
    expect(typedVin('')).toBeNull();
    expect(refusal(() => typedVin('A'.repeat(LONGEST_NAME + 1)))).toMatchObject([
      'name-too-long',
      { field: 'vin' },
    ]);
  });
});

describe('an e-mail address', () => {
  test.each(['a@b', 'kim.doe+bay@workshop.example', `${'a'.repeat(250)}@b.c`])('may be %.40s', (text) => {
    expect(looksLikeAddress(text)).toBe(true);
    expect(typedAddress(` ${text}\n`)).toBe(text);
  });

  test.each(['', '@', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c', 'a@@b', `${'a'.repeat(251)}@b.c`])(
    'may not be %.40j',
    (text) => {
      expect(looksLikeAddress(text)).toBe(false);
      expect(refusal(() => typedAddress(text))).toEqual(['address-malformed', {}]);
    },
  );
});
