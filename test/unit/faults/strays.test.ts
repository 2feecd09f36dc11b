import { describe, expect, test } from 'vitest';
import { operationId } from '../../../shared/ids.ts';
import { strays } from '../../faults/check/effects-kept.ts';
import type { Facts } from '../../faults/check/facts.ts';
import type { Effect } from '../../faults/effects.ts';
import { newJournal } from '../../operator/journal.ts';

const removal = operationId.parse('176b0ec3-52b3-4e24-8612-d6227c708af1');
const key = 'DELETE /assignments/500005';

const done: Effect = {
  entry: newJournal().open({
    at: 0,
    method: 'DELETE',
    path: '/assignments/500005',
    query: '',
    operation: null,
    customerId: null,
    contentType: null,
    body: null,
  }),
  at: 0,
  key,
  result: { succeeded: true, assignmentId: 500_005 },
  laptop: 0,
  made: null,
  reports: [],
  place: null,
};

/** The operator removed an access, and the disk does not know the number of it. */
const factsOf = (effects: readonly Effect[]): Facts => ({
  rows: [],
  keys: new Map([[removal, null]]),
  bindings: new Map(),
  effects,
  departuresOf: () => [],
});

describe('a removal whose access has no number on this disk', () => {
  test('is a stray where the disk was never set back', () => {
    expect(strays(factsOf([done]), { keys: [], requests: new Map() })).toEqual([
      `stray: the operator did this without an order: ${key}`,
    ]);
  });

  test('does not exist where it had left before the disk was set back', () => {
    expect(strays(factsOf([done]), { keys: [], requests: new Map([[removal, key]]) })).toEqual([]);
  });

  test('is done once at most', () => {
    expect(strays(factsOf([done, done]), { keys: [], requests: new Map([[removal, key]]) })).toEqual([
      `twice: ${key} was done 2 times for 1 operations that left`,
    ]);
  });
});
