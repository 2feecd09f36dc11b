import { describe, expect, test } from 'vitest';
import { type BoxLabel, boxLabel, isSettled, labelOf } from '../../../shared/domain/boxes.ts';

const label = (facts: object = {}): BoxLabel =>
  boxLabel.parse({ digest: 'a'.repeat(64), read: { serial: '001234021', by: 'code' }, ...facts });
const ofBox = label({ digest: 'b'.repeat(64) });
const inHand = label();

describe('the label of a Box that is about to be taken', () => {
  const taken = { serialNumber: '001234021', label: ofBox };

  test('is the one in hand, also when another Box was taken before', () => {
    expect(labelOf({ label: inHand, box: null }, '001234021')).toBe(inHand);
    expect(labelOf({ label: inHand, box: taken }, '001234021')).toBe(inHand);
    expect(labelOf({ label: inHand, box: taken }, '77')).toBe(inHand);
  });

  test('is kept when the same Box is taken again, however its serial is written', () => {
    for (const serial of ['001234021', '1234021', '0012-34021'])
      expect(labelOf({ label: null, box: taken }, serial)).toBe(ofBox);
  });

  test('is empty for another Box, and without a Box before', () => {
    expect(labelOf({ label: null, box: taken }, '001234022')).toBeNull();
    expect(labelOf({ label: null, box: { ...taken, label: null } }, '001234021')).toBeNull();
    expect(labelOf({ label: null, box: null }, '001234021')).toBeNull();
  });
});

describe('the label of a Box that was taken', () => {
  const afterwards = { at: 1, worker: 'Kim' };

  test('is settled once it is read, and was photographed before the Box was taken', () => {
    expect(isSettled(label())).toBe(true);
    expect(isSettled(label({ read: { serial: '1', by: 'person' } }))).toBe(true);
  });

  test.each<[string, BoxLabel | null]>([
    ['is missing', null],
    ['is not read', label({ read: null })],
    ['was photographed afterwards', label({ afterwards })],
    ['was photographed afterwards and is not read', label({ read: null, afterwards })],
  ])('may still be photographed and read where it %s', (_name, one) => {
    expect(isSettled(one)).toBe(false);
  });

  test('reaches the window whole, also the label of an earlier version, which says nothing of afterwards', () => {
    const whole = { digest: 'a'.repeat(64), read: { serial: '1', by: 'person' }, afterwards };
    expect(boxLabel.parse(whole)).toEqual(whole);
    expect(label().afterwards).toBeNull();
    expect(boxLabel.safeParse({ ...whole, read: { serial: '1', by: 'relay' } }).success).toBe(false);
  });
});
