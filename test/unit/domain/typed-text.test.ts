import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedNewCar } from '../../../electron/jobs/steps/car.ts';
import { checkedSerial } from '../../../electron/jobs/box-lookup.ts';
import { LONGEST_NAME, requiredName, typedText, typedVin } from '../../../shared/domain/typed-text.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';

const blank = { name: '', licensePlate: '', vin: '', brand: '', model: '' };

test('blanks around and runs of blanks within a text are tidied; nothing left is nothing', () => {
  expect(typedText('  M  BX\t1077 ')).toBe('M BX 1077');
  expect(typedText(' \n\t ')).toBeNull();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const tidy = typedText(text);
      expect(tidy === null ? null : typedText(tidy)).toBe(tidy);
    }),
  );
});

test('a name of nothing, or of ten thousand characters, is refused by name', () => {
  expect(problemCodeOf(() => requiredName('   ', 'group'))).toBe('name-missing');
  expect(problemCodeOf(() => requiredName('x'.repeat(10_000), 'group'))).toBe('name-too-long');
  expect(requiredName('x'.repeat(LONGEST_NAME), 'group')).toHaveLength(LONGEST_NAME);
});

test('a VIN loses blanks and dashes, and may be of any length', () => {
  expect(typedVin(' w1v 447-70513872041 ')).toBe('W1V44770513872041');
  expect(typedVin('KLA12')).toBe('KLA12');
  expect(typedVin(' - ')).toBeNull();
});

test.each(['WÄ1', 'W1V#', 'W1V.447', '車台番号'])('a character that no VIN has is refused: %s', (vin) => {
  expect(problemCodeOf(() => typedVin(vin))).toBe('vin-malformed');
});

test.each([
  ['', 'serial-missing'],
  ['   ', 'serial-missing'],
  ['1', 'serial-malformed'],
  ['00123/4021', 'serial-malformed'],
  ['9'.repeat(10_000), 'name-too-long'],
  [' 00 1234021a ', 'none'],
])('serial %.20j: %s', (serial, code) => {
  expect(problemCodeOf(() => checkedSerial(serial))).toBe(code);
});

test('a new car is named by its plate, else by its VIN; with neither it has no name', () => {
  expect(checkedNewCar({ ...blank, licensePlate: 'M BX 1' }).name).toBe('M BX 1');
  expect(checkedNewCar({ ...blank, vin: 'w1v' }).name).toBe('W1V');
  expect(checkedNewCar({ ...blank, name: ' Van 7 ', licensePlate: 'M BX 1' }).name).toBe('Van 7');
  expect(problemCodeOf(() => checkedNewCar(blank))).toBe('name-missing');
});

test.each(['name', 'licensePlate', 'vin', 'brand', 'model'] as const)(
  '%s beyond the cap is refused',
  (field) => {
    const car = { ...blank, name: 'Van', [field]: 'X'.repeat(LONGEST_NAME + 1) };
    expect(problemCodeOf(() => checkedNewCar(car))).toBe('name-too-long');
  },
);
