import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { checksNotGreen, proofOf, stateOf } from '../../../electron/supervision/projection/row.ts';
import { loggedJob, type Step } from './logged-job.ts';

const reported = (...steps: readonly Step[]) => assembleFacts(loggedJob(steps)).facts;
const isLeft = (...steps: readonly Step[]) => checksNotGreen(reported(...steps)).includes('access-removed');

const create = (number: number) => `a0000000-0000-4000-8000-00000000010${number}`;
const remove = (number: number) => `a0000000-0000-4000-8000-00000000020${number}`;
const started = (number: number): Step => [
  'verification-started',
  { user: 9, minutes: 15, operation: create(number) },
];
const ofCreate = (type: string, number: number): Step => [
  type,
  { operation: create(number), kind: 'create-assignment' },
];
const tested = (number: number): Step[] => [started(number), ofCreate('operation-done', number)];
const removal = (end: 'done' | 'failed', number: number, by = number): Step[] => [
  ['removal-requested', { create: create(number), operation: remove(by) }],
  [`operation-${end}`, { operation: remove(by), kind: 'delete-assignment' }],
];
const saw = (what: 'opened' | 'closed'): Step => ['access-observed', { what, worked: true }];
const success = (number: number): readonly Step[] => [
  ofCreate('result-contradicts', number),
  ofCreate('operation-seen', number),
];

test('a test access that was refused, and that the operator reports as created afterwards, is open', () => {
  const steps = [started(1), ofCreate('operation-failed', 1), ...success(1)];
  expect(isLeft(...steps)).toBe(true);
  expect(proofOf(reported(...steps))).toEqual({ state: 'to-try', until: null });
  expect(stateOf(reported(...steps, ['job-finished']))).toBe('needs-person');
  expect(isLeft(...steps, ...removal('done', 1))).toBe(false);
});

test.each(['operation-cancelled', 'operation-failed'])(
  'a success that is reported twice opens no removed access again: %s',
  (end) => {
    const gone = [started(1), ofCreate(end, 1), ...success(1), ...removal('done', 1)];
    expect(isLeft(...gone, ...success(1))).toBe(false);
  },
);

test('a given-up test access that exists is open, and the result of a later test stays', () => {
  const steps = [
    started(1),
    ofCreate('operation-cancelled', 1),
    ...tested(2),
    saw('opened'),
    saw('closed'),
    ...removal('done', 2),
    ...success(1),
  ];
  expect(proofOf(reported(...steps))).toEqual({ state: 'proven' });
  expect(isLeft(...steps)).toBe(true);
  expect(isLeft(...steps, ...removal('done', 1))).toBe(false);
});

test('every test access that was not removed is open, also the third from the end', () => {
  const steps = [
    ...tested(1),
    ...removal('failed', 1),
    ...tested(2),
    ...removal('done', 2),
    ...tested(3),
    ...removal('done', 3),
  ];
  expect(isLeft(...steps)).toBe(true);
  expect(isLeft(...steps, ...removal('done', 1, 4))).toBe(false);
});

test('the repeated removal of an earlier test access is recognised', () => {
  const steps = [...tested(1), ...removal('failed', 1), ...tested(2)];
  const last = removal('done', 2);
  expect(isLeft(...steps, ...last)).toBe(true);
  expect(isLeft(...steps, ...removal('done', 1, 3), ...last)).toBe(false);
});

test('a test that is cancelled unsent restores the last one that was sent', () => {
  const [given, ...gone] = [started(2), ofCreate('operation-cancelled', 2)];
  const facts = reported(...tested(1), ...removal('done', 1), given, ...gone, started(3), [
    'operation-cancelled',
    { operation: create(3), kind: 'create-assignment' },
  ]);
  expect(proofOf(facts)).toMatchObject({ why: 'not-tried' });
});

test('a removal that was refused, and that the operator reports as carried out afterwards, leaves no access open', () => {
  const of = { operation: remove(1), kind: 'delete-assignment' };
  const steps = [...tested(1), ...removal('failed', 1)];
  const reportedLater: readonly Step[] = [...steps, ['result-contradicts', of], ['operation-seen', of]];
  expect(isLeft(...steps)).toBe(true);
  expect(isLeft(...reportedLater)).toBe(false);
  expect(stateOf(reported(...reportedLater, ['job-finished']))).not.toBe('needs-person');
});
