import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readVin, vinHints } from '../../../shared/domain/vin.ts';
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
