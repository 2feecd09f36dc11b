import { expect, test } from 'vitest';
import { keepEqual } from '../../../renderer/data/read-model.ts';

test('an equal answer is the previous one', () => {
  const before = { rows: [{ id: 1, name: 'a' }], at: null };
  expect(keepEqual(before, { rows: [{ id: 1, name: 'a' }], at: null })).toBe(before);
});

test('of a changed answer only the changed parts are new', () => {
  const before = { rows: [{ id: 1 }, { id: 2, of: { name: 'a' } }], at: 1 };
  const now = { rows: [{ id: 1 }, { id: 2, of: { name: 'b' } }], at: 1 };
  const kept = keepEqual(before, now);
  expect(kept).toEqual(now);
  expect(kept.rows[0]).toBe(before.rows[0]);
  expect(kept.rows[1]).not.toBe(before.rows[1]);
});

test.each([
  ['a field that is gone', { a: 1, b: 2 }, { a: 1 }],
  ['a field that is new and undefined', { a: 1 }, { a: 1, b: undefined }],
  ['another field that is undefined', { a: 1, b: undefined }, { a: 1, c: undefined }],
  ['a shorter list', [1, 2], [1]],
  ['a longer list', [1], [1, undefined]],
  ['a list in place of an object', { 0: 'a' }, ['a']],
  ['null', { a: 1 }, null],
  ['bytes', new Uint8Array([1]), new Uint8Array([1])],
])('takes %s as it comes', (_name, before: unknown, now: unknown) => {
  const kept = keepEqual(before, now);
  expect(kept).toStrictEqual(now);
  expect(kept).not.toBe(before);
});
