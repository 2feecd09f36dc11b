import { expect, test } from 'vitest';
import { firstExpiry } from '../../../renderer/data/jobs.ts';
import { carLabel, productLabel } from '../../../renderer/screens/directory/labels.ts';

test('a list of test accesses is read again when the first one that can still be tried runs out', () => {
  expect(
    firstExpiry([
      { state: 'to-try', until: 9000 },
      { state: 'proven' },
      { state: 'to-try', until: null },
      { state: 'to-try', until: 4000 },
      { state: 'to-remove' },
    ]),
  ).toBe(4000);
  expect(firstExpiry([{ state: 'to-try', until: null }, { state: 'proven' }])).toBeNull();
  expect(firstExpiry([])).toBeNull();
});

test('a car is named by its plate, and by its name where it has none', () => {
  expect(carLabel({ licensePlate: 'M QX 4711', name: 'Van 7' })).toBe('M QX 4711');
  expect(carLabel({ licensePlate: null, name: 'Van 7' })).toBe('Van 7');
});

test('a product is named by its serial number, and by its unique id where it has none', () => {
  expect(productLabel({ serialNumber: '001234021', uniqueId: 'C1-08-F0-90' })).toBe('001234021');
  expect(productLabel({ serialNumber: '', uniqueId: 'C1-08-F0-90' })).toBe('C1-08-F0-90');
});
