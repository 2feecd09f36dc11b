import { expect, test } from 'vitest';
import { emptyVerifyDraft, verifyDraft } from '../../../renderer/flows/steps/verify/test-access.ts';
import { wholeBoard, builtInView } from '../../../renderer/screens/supervisor/board-view.ts';

test('the review view has all finished work without a counting review, the riskiest first', () => {
  const { filter, sort } = builtInView('to-review');
  expect(filter.states).toEqual(['unconfirmed', 'untested', 'unchecked', 'complete']);
  expect(filter.reviews).toEqual(['none', 'mended', 'reopened']);
  expect(sort).toEqual({ column: 'risk', direction: 'descending' });
});

test('the other views have jobs sent back, those that need a person, and those of today', () => {
  const latest = { column: 'last', direction: 'descending' };
  expect(builtInView('rework')).toMatchObject({ filter: { reviews: ['rework'] }, sort: latest });
  expect(builtInView('stuck')).toMatchObject({ filter: { states: ['needs-person'] }, sort: latest });
  expect(builtInView('today')).toEqual({ ...wholeBoard, period: 'today' });
});

test('a test access that is being set up lasts a minute to a day', () => {
  const takes = (minutes: number | null) => verifyDraft.safeParse({ ...emptyVerifyDraft, minutes }).success;
  expect([0, 1, 1440, 1441, 1.5, null].map(takes)).toEqual([false, true, true, false, false, true]);
  expect(emptyVerifyDraft).toEqual({ user: null, search: '', minutes: null });
  expect(verifyDraft.safeParse({ ...emptyVerifyDraft, user: { id: 0, name: 3 } }).success).toBe(false);
});
