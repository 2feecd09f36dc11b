import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readVin, vinHints } from '../../../shared/domain/typed-text.ts';
import { anyCharacter } from '../any-character.ts';

test.each([
  ['W1V44770513872041', 'European, no check digit asked for'],
  ['w1v 4477-0513872041', 'the same as typed'],
  ['1M8GDM9AXKP042788', 'North American with check digit X'],
  ['11111111111111111', 'all ones'],
  ['', 'nothing typed'],
])('%s raises no hint (%s)', (vin) => {
  expect(vinHints(vin)).toEqual([]);
});

test('a wrong check digit is a hint where check digits are compulsory', () => {
  expect(vinHints('1M8GDM9A1KP042788')).toEqual([{ hint: 'vin-check-digit' }]);
});

test('letters no VIN has, and a wrong length, are hints', () => {
  expect(vinHints('W1V4477051387204I')).toEqual([{ hint: 'vin-alphabet', characters: 'I' }]);
  expect(vinHints('WÄVÄ')).toEqual([{ hint: 'vin-alphabet', characters: 'Ä' }]);
  expect(vinHints('W1V447705138720')).toEqual([{ hint: 'vin-length', length: 15 }]);
});

test('whatever is typed gets at most one hint and never an exception', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 25 }), (text) => {
      expect(vinHints(text).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('any single changed digit of a North American VIN is noticed', () => {
  const vin = '1M8GDM9AXKP042788';
  for (const place of [11, 12, 13, 14, 15, 16]) {
    const other = (Number(vin[place]) + 1) % 10;
    expect(vinHints(`${vin.slice(0, place)}${other}${vin.slice(place + 1)}`)).toEqual([
      { hint: 'vin-check-digit' },
    ]);
  }
});

test.each([
  ['W1V44770513872049', 'as it is'],
  ['VIN W1V44770513872049', 'after the word VIN'],
  ['VIN:W1V44770513872049', 'after the word and a colon'],
  ['*W1V44770-513872049*', 'with the stars of Code 39 and a dash'],
  ['IW1V44770513872049', 'with the import prefix'],
  ['https://car.example/?vin=W1V44770513872049&l=de', 'in a link'],
  ['W1V44770513872049, W1V44770513872049', 'named twice'],
])('%s is read as a VIN: %s', (text) => {
  expect(readVin(text)).toBe('W1V44770513872049');
});

test.each([
  ['W1V4477051387204', 'one letter short'],
  ['12345678901234567', 'digits alone'],
  ['W1V4477051387204A', 'a letter at its end'],
  ['W1V44770513872049 1M8GDM9AXKP042788', 'two of them'],
  ['ZVINW1V44770513872049', 'the word VIN not at the beginning'],
])('%s is no VIN: %s', (text) => {
  expect(readVin(text)).toBeNull();
});

describe('the check digit', () => {
  const VIN = '11111111111111111';
  const withCheck = (vin: string, check: string) => vin.slice(0, 8) + check + vin.slice(9);
  /** The digits, or X, that are right for a VIN. */
  const right = (vin: string) =>
    Array.from('0123456789X').filter((check) => vinHints(withCheck(vin, check)).length === 0);

  test('is one of eleven', () => {
    expect(right(VIN)).toEqual(['1']);
    expect(right('1M8GDM9A0KP042788')).toEqual(['X']);
    expect(right('5YJSA1E2000000000')).toHaveLength(1);
  });

  test.each(['A1 J1', 'B2 K2 S2', 'C3 L3 T3', 'D4 M4 U4', 'E5 N5 V5', 'F6 W6', 'G7 P7 X7', 'H8 Y8', 'R9 Z9'])(
    'counts letters as digits: %s',
    (pairs) => {
      for (const [letter, digit] of pairs.split(' ').map((pair) => Array.from(pair))) {
        const at = (character = '') => `${VIN.slice(0, 7)}${character}${VIN.slice(8)}`;
        expect([letter, right(at(letter))]).toEqual([letter, right(at(digit))]);
      }
    },
  );

  test('notices one wrong digit in any other place', () => {
    for (let place = 1; place < 17; place += 1) {
      if (place === 8) continue;
      const wrong = `${VIN.slice(0, place)}2${VIN.slice(place + 1)}`;
      expect([place, vinHints(wrong)]).toEqual([place, [{ hint: 'vin-check-digit' }]]);
    }
  });

  test('weighs the places as the standard does', () => {
    const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    const others = weights.map((weight, place) => ({ weight, place })).filter(({ place }) => place !== 8);
    const found = others.map(({ place }) => right(`${VIN.slice(0, place)}2${VIN.slice(place + 1)}`));
    // Of ones alone the remainder is 1, so one more in a place adds its weight to it.
    expect(found).toEqual(others.map(({ weight }) => [weight === 9 ? 'X' : `${(1 + weight) % 11}`]));
  });

  test.each(['1', '2', '3', '4', '5', 'L'])('is asked for where a VIN begins with %s', (first) => {
    expect(right(`${first}${VIN.slice(1)}`)).toHaveLength(1);
  });

  test.each(['0', '6', '9', 'A', 'K', 'M', 'W', 'Z'])('is not asked for where it begins with %s', (first) => {
    expect(right(`${first}${VIN.slice(1)}`)).toHaveLength(11);
  });
});

test('a VIN has 17 characters; the hint names how many there are, blanks and dashes left out', () => {
  expect(vinHints('W1V4477051387204')).toEqual([{ hint: 'vin-length', length: 16 }]);
  expect(vinHints('W1V 4477-0513872041')).toEqual([]);
  expect(vinHints('W1V447705138720411')).toEqual([{ hint: 'vin-length', length: 18 }]);
  expect(vinHints(' - ')).toEqual([]);
});

test('each letter that no VIN has is named once, and before the length', () => {
  expect(vinHints('OIQOI')).toEqual([{ hint: 'vin-alphabet', characters: 'O I Q' }]);
  expect(vinHints('ABCDEFGHJKLMNPRSTUVWXYZ0123456789')).toEqual([{ hint: 'vin-length', length: 33 }]);
});

test.each([':', '#', '.', '=', ''])('a VIN follows the word VIN with “%s” between them', (between) => {
  expect(readVin(`VIN${between}W1V44770513872049`)).toBe('W1V44770513872049');
});

test.each([
  ['VIN::W1V44770513872049', 'after two colons, as a word of its own', 'W1V44770513872049'],
  ['IW1V44770513872049 0', 'beside a word that is none', 'W1V44770513872049'],
  ['W1V447705138720499', 'of eighteen characters', null],
  ['IIW1V44770513872049', 'with two import prefixes', null],
  ['W1V447705138720Z9', 'with two digits at its end', null],
  ['W1V44770513872Z49', 'with a letter before its last two digits', null],
  ['W1V44770513872 049', 'with a blank in it', 'W1V44770513872049'],
  ['WQV4477O5I3872O49', 'with I, O and Q for digits', 'W0V44770513872049'],
  ['00000000000000O00', 'of digits alone once O is read as 0', null],
])('%s (%s) is read as %s', (text, _how, vin) => {
  expect(readVin(text)).toBe(vin);
});
