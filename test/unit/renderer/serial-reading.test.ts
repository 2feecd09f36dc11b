import { expect, test } from 'vitest';
import { nextAct, readSerial } from '../../../renderer/flows/steps/box/serial-reading.ts';
import type { PreflightCheck } from '../../../shared/domain/boxes.ts';

const SERIAL = '001234021';
const notListed = '';

const check = (name: PreflightCheck['check'], state: PreflightCheck['state']): PreflightCheck => ({
  check: name,
  state,
  says: { key: '', params: {} },
  asOf: null,
  problem: null,
});
const read = (...checks: readonly PreflightCheck[]) =>
  readSerial(SERIAL, { about: SERIAL, checks }, notListed);

test('the first Enter looks a serial up, and only one that nothing refuses is fitted by the next', () => {
  expect(nextAct(readSerial(SERIAL, { about: null, checks: [] }, notListed), false)).toBe('look-up');
  expect(nextAct(read(check('variant', 'passed'), check('service', 'unchecked')), false)).toBe('fit');
  expect(nextAct(read(check('variant', 'refused')), false)).toBe('another');
});

test('an answer about the previous serial does not count for this one', () => {
  const stale = { about: '001234022', checks: [check('variant', 'refused')] };
  expect(readSerial(SERIAL, stale, notListed)).toMatchObject({ checked: false, checks: [], refused: false });
  expect(readSerial('', { about: '', checks: [] }, notListed)).toMatchObject({
    checked: false,
    malformed: false,
  });
});

test('where the label alone is missing it is photographed, then read off; with another refusal the Box is put aside', () => {
  const label = check('label-photo', 'refused');
  expect(nextAct(read(label, check('variant', 'passed')), false)).toBe('photograph');
  expect(nextAct(read(label), true)).toBe('read-off');
  expect(nextAct(read(label, check('free', 'refused')), false)).toBe('another');
});

test('only a check with that very result shows that the label agrees or that the Box is unknown', () => {
  expect(read(check('label', 'refused'), check('known', 'passed'))).toMatchObject({
    labelAgrees: false,
    unsure: false,
  });
  expect(read(check('known', 'refused'), check('label', 'unchecked'))).toMatchObject({
    labelAgrees: false,
    unsure: false,
  });
  expect(read().labelFirst).toBe(false);
});

test('a Box other than the list’s is reported, the same one in other writing is not', () => {
  const answer = { about: SERIAL, checks: [] };
  expect(readSerial(SERIAL, answer, '001234022').listedInstead).toBe('001234022');
  expect(readSerial(SERIAL, answer, ' 0012 34021').listedInstead).toBeNull();
  expect(readSerial('', answer, '001234022').listedInstead).toBeNull();
});

test('an impossible serial is never fitted, and an unknown one says so', () => {
  const malformed = readSerial('00!', { about: '00!', checks: [] }, notListed);
  expect(malformed.malformed).toBe(true);
  expect(nextAct(malformed, false)).toBe('nothing');
  expect(read(check('known', 'unchecked'))).toMatchObject({ unsure: true, refused: false });
  expect(read(check('label', 'passed'))).toMatchObject({ labelAgrees: true, unsure: false });
});
