import { expect, test } from 'vitest';
import { type OperationId, operationId } from '../../../shared/ids.ts';
import { placeOfEffect } from '../../faults/check/facts.ts';
import type { Effect } from '../../faults/effects.ts';
import { newJournal } from '../../operator/journal.ts';

const first = operationId.parse('176b0ec3-52b3-4e24-8612-d6227c708af1');
const second = operationId.parse('c004668f-6d43-4ce0-8b28-bacb33e62be5');
const key = 'PUT /cars Van 2';
const keys = new Map([
  [first, key],
  [second, key],
]);

const put = (made: number | null, at = 0): Effect => ({
  entry: newJournal().open({
    at: 0,
    method: 'PUT',
    path: '/cars',
    query: '',
    operation: null,
    customerId: null,
    contentType: null,
    body: null,
  }),
  at,
  key,
  result: null,
  laptop: 0,
  made,
  reports: [],
  place: null,
});

test('of two equal new cars each is recognised by its car, in whichever order they left', () => {
  const bindings = new Map([
    [`${first} id`, 20_009],
    [`${second} id`, 20_008],
  ]);
  const facts = { keys, bindings, effects: [put(20_008), put(20_009)], departuresOf: () => [0] };
  expect(placeOfEffect(facts, first, new Set())).toBe(1);
  expect(placeOfEffect(facts, second, new Set([1]))).toBe(0);
});

test('equal orders that make nothing are distinguished by their order', () => {
  const effects = [put(null), put(null)];
  const facts = { keys, bindings: new Map<string, number>(), effects, departuresOf: () => [0] };
  expect(placeOfEffect(facts, first, new Set())).toBe(0);
  expect(placeOfEffect(facts, second, new Set([0]))).toBe(1);
  expect(placeOfEffect(facts, second, new Set([0, 1]))).toBe(-1);
});

test('an effect while no request of its operation was in flight belongs to another one', () => {
  const left = new Map([
    [first, [1000]],
    [second, [90_000]],
  ]);
  const known = {
    keys,
    bindings: new Map<string, number>(),
    departuresOf: (id: OperationId) => left.get(id) ?? [],
  };
  const after = (at: number) => placeOfEffect({ ...known, effects: [put(null, at)] }, first, new Set());
  expect(after(999)).toBe(-1);
  expect(after(1000)).toBe(0);
  expect(after(21_400)).toBe(0);
  expect(after(90_300)).toBe(-1);
  expect(placeOfEffect({ ...known, effects: [put(null, 90_300)] }, second, new Set())).toBe(0);
});

test('of a laptop that was set back it is not known when its requests left', () => {
  const facts = {
    keys,
    bindings: new Map<string, number>(),
    effects: [put(null, 90_300)],
    departuresOf: () => null,
  };
  expect(placeOfEffect(facts, first, new Set())).toBe(0);
});
