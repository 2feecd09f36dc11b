import { expect, test } from 'vitest';
import { differenceWords } from '../../../renderer/flows/steps/box/serial-reading.ts';
import { accessNames } from '../../../renderer/screens/directory/access/access.ts';
import {
  eventWord,
  carLabel,
  productLabel,
  serviceInLine,
  serviceWords,
  serviceName,
} from '../../../renderer/screens/directory/labels.ts';
import type { TextKey, TextParams } from '../../../renderer/i18n/texts.ts';
import { type DirectoryAssignment, directoryAssignment } from '../../../shared/domain/directory.ts';
import { carId, serviceId, userId } from '../../../shared/ids.ts';

/** The key of a text with its facts, in place of its words. */
const text = (key: TextKey, params: TextParams = {}): string =>
  [
    key.slice(key.lastIndexOf('.') + 1),
    ...Object.entries(params).map(([name, value]) => `${name}=${String(value)}`),
  ].join(' ');

test.each([
  ['001234021', '001234021', []],
  ['001234021', '001234027', ['differs place=9 label=1 serial=7']],
  ['001234021', '00123402', ['missing place=9 label=1']],
  ['00123402', '001234021', ['extra place=8 serial=1']],
  ['111111', '222222', ['many label=111111 serial=222222']],
])('the label %s with the scanned number %s', (label, serial, said) => {
  expect(differenceWords(label, serial, text)).toEqual(said);
});

test('four wrong digits are named one by one, five are another number', () => {
  expect(differenceWords('001234', '005678', text)).toHaveLength(4);
  expect(differenceWords('001234', '095678', text)).toEqual(['many label=001234 serial=095678']);
});

test('a car is named by its plate and a product by its serial, else by other fields', () => {
  expect(carLabel({ licensePlate: 'M XY 1', name: 'Van' })).toBe('M XY 1');
  expect(carLabel({ licensePlate: null, name: 'Van' })).toBe('Van');
  expect(productLabel({ serialNumber: '001', uniqueId: 'U1' })).toBe('001');
  expect(productLabel({ serialNumber: '', uniqueId: 'U1' })).toBe('U1');
});

test.each([
  ['active', null, 'serviceActive', 'lineActive'],
  ['active', 'Basic', 'serviceActiveNamed name=Basic', 'lineActiveNamed name=Basic'],
  ['none', null, 'serviceNone', 'lineNone'],
  ['unknown', null, 'serviceUnknown', 'lineUnknown'],
] as const)('a product whose service is %s, called %s', (service, name, alone, inLine) => {
  expect(serviceWords(text, { service, serviceName: name })).toBe(alone);
  expect(serviceInLine(text, { service, serviceName: name })).toBe(inLine);
});

test('a service without a name is called by its number', () => {
  const id = serviceId.parse(7);
  expect(serviceName(text, { id, name: 'Basic' })).toBe('Basic');
  expect(serviceName(text, { id, name: null })).toBe('unnamed id=7');
});

test('the events of the spec have words; any other keeps the name the operator gave it', () => {
  expect(eventWord(text, 'CarOpened')).toBe('opened');
  expect(eventWord(text, 'CarClosed')).toBe('closed');
  expect(eventWord(text, 'CarWashed')).toBe('CarWashed');
});

test('an access names its user and its car, by their numbers where this laptop knows no name', () => {
  const access = (facts: Partial<DirectoryAssignment>) => ({
    ...directoryAssignment.parse({
      id: 501,
      carId: 1,
      carLabel: null,
      userId: 2,
      userName: null,
      start: 0,
      end: null,
      lifetime: null,
      renewableAfter: null,
    }),
    ...facts,
  });
  expect(accessNames(text, access({ userName: 'Jo', carLabel: 'M XY 1' }), null)).toEqual({
    user: 'Jo',
    car: 'M XY 1',
  });
  expect(accessNames(text, access({}), null)).toEqual({ user: 'unnamedUser id=2', car: 'unnamedCar id=1' });
  expect(accessNames(text, access({ userId: null, carId: null }), null)).toEqual({
    user: 'nobody',
    car: 'noCar',
  });
  const [ofCar, ofUser] = [
    { of: 'car', car: { id: carId.parse(1), label: 'This car' } },
    { of: 'user', user: { id: userId.parse(2), label: 'This user' } },
  ] as const;
  expect(accessNames(text, access({}), ofCar)).toEqual({ user: 'unnamedUser id=2', car: 'This car' });
  expect(accessNames(text, access({}), ofUser)).toEqual({ user: 'This user', car: 'unnamedCar id=1' });
});
