import { expect, test } from 'vitest';
import { stepOf } from '../../../renderer/screens/supervisor/job/entry-steps.ts';
import { sortedForApproval } from '../../../renderer/screens/supervisor/review/sorted-for-approval.ts';
import { proofBadge } from '../../../renderer/screens/supervisor/supervision-badges.ts';
import { row } from '../supervision-exports/rows.ts';

const notGreen = { green: false } as const;

test('only jobs whose every check is green are approved together; each other one says why not', () => {
  const { green, others } = sortedForApproval([
    row(1),
    row(2, { review: { ...row(2).review, state: 'approved' } }),
    row(3, { ...notGreen, state: 'under-way' }),
    row(4, { ...notGreen, logFault: true, state: 'needs-person' }),
    row(5, { ...notGreen, openAccess: { until: null, estimated: false } }),
    row(6, { ...notGreen, forced: 1 }),
    row(7, { ...notGreen, verification: { ...row(7).verification, closed: null } }),
  ]);
  expect(green.map(({ jobId }) => jobId)).toEqual([row(1).jobId]);
  expect(others.map(({ why }) => why)).toEqual([
    'approved-already',
    'not-finished',
    'log-fault',
    'access-open',
    'forced',
    'not-proved',
  ]);
});

test('only a car that was seen to open and close, with its test access gone, is shown as proved', () => {
  expect(proofBadge(row(1)).tone).toBe('done');
  expect(proofBadge(row(1, { openAccess: { until: null, estimated: false } })).tone).toBe('waiting');
  expect(proofBadge(row(1, { verification: { phase: 'removed', opened: true, closed: false } })).tone).toBe(
    'trouble',
  );
  expect(proofBadge(row(1, { verification: { phase: 'removed', opened: null, closed: null } })).tone).toBe(
    'waiting',
  );
});

test('an entry stands under the step it belongs to, an operation under what it was for', () => {
  expect(stepOf({ type: 'photo-taken', operationKind: null })).toBe('fitting');
  expect(stepOf({ type: 'operation-done', operationKind: 'install' })).toBe('box');
  expect(stepOf({ type: 'operation-done', operationKind: 'delete-assignment' })).toBe('verify');
  expect(stepOf({ type: 'something-of-tomorrow', operationKind: null })).toBeNull();
});
