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
    row(7, { ...notGreen, proof: { state: 'unproven', why: 'not-tried', handedOver: null } }),
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

test('a job that was sent back is not approved with others, although its every check is green', () => {
  const sentBack = row(1, { review: { ...row(1).review, state: 'rework' } });
  const { green, others } = sortedForApproval([sentBack, row(2)]);
  expect(green.map(({ jobId }) => jobId)).toEqual([row(2).jobId]);
  expect(others).toEqual([{ row: sentBack, why: 'rework' }]);
});

test('a reason is named for each job that is not green, the weightiest first', () => {
  const unproven = (why: 'not-tried' | 'not-opened' | 'not-closed') =>
    ({ proof: { state: 'unproven', why, handedOver: null } }) as const;
  const departures = [
    { logFault: true, state: 'needs-person', forced: 1 },
    { state: 'needs-person', forced: 1 },
    { state: 'handed-over' },
    { state: 'unconfirmed', forced: 1 },
    { openAccess: { until: null, estimated: false }, forced: 1 },
    { ...unproven('not-tried'), forced: 1 },
    unproven('not-opened'),
    unproven('not-closed'),
    { forced: 1 },
    { risk: 10 },
  ] as const;
  const { green, others } = sortedForApproval(
    departures.map((departs, index) => row(index, { ...notGreen, ...departs })),
  );
  expect(green).toEqual([]);
  expect(others.map(({ why }) => why)).toEqual([
    'log-fault',
    'needs-person',
    'not-finished',
    'unconfirmed',
    'access-open',
    'not-proved',
    'not-proved',
    'not-proved',
    'forced',
    'risk',
  ]);
});

test('only a car that was seen to open and close, with its test access gone, is shown as proved', () => {
  expect(proofBadge(row(1)).tone).toBe('done');
  expect(proofBadge(row(1, { proof: { state: 'to-remove' } })).tone).toBe('waiting');
  const words = (['not-opened', 'not-closed', 'refused', 'expired', 'not-tried'] as const).map(
    (why) => proofBadge(row(1, { proof: { state: 'unproven', why, handedOver: null } })).word,
  );
  expect(new Set(words).size).toBe(5);
});

test('an entry stands under its step, and an operation under its purpose', () => {
  const facts = {};
  expect(stepOf({ type: 'photo-taken', operationKind: null, facts })).toBe('fitting');
  expect(stepOf({ type: 'photo-taken', operationKind: null, facts: { phase: 'before' } })).toBe('before');
  expect(stepOf({ type: 'checklist-completed', operationKind: null, facts: { phase: 'after' } })).toBe(
    'fitting',
  );
  expect(stepOf({ type: 'operation-done', operationKind: 'install', facts })).toBe('box');
  expect(stepOf({ type: 'operation-done', operationKind: 'delete-assignment', facts })).toBe('verify');
  expect(stepOf({ type: 'something-of-tomorrow', operationKind: null, facts })).toBeNull();
});
