import { describe, expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import {
  riskOf,
  checksNotGreen,
  proofOf,
  stateOf,
  failureFamilyOf,
  isRightFirstTime,
} from '../../../electron/supervision/projection/row.ts';
import { MINUTE } from '../../../shared/time.ts';
import { loggedJob, type Step } from './logged-job.ts';

/** A job whose log has these entries, one a minute. */
function reported(steps: readonly Step[]) {
  const entries = loggedJob(steps);
  return assembleFacts(entries).facts;
}

const create = (number: number) => `a0000000-0000-4000-8000-00000000010${number}`;
const remove = (number: number) => `a0000000-0000-4000-8000-00000000020${number}`;
const tested = (number: number, minutes = 15): Step[] => [
  ['verification-started', { user: 9, minutes, operation: create(number) }],
  ['operation-done', { operation: create(number), kind: 'create-assignment' }],
];
const removed = (number: number): Step[] => [
  ['removal-requested', { create: create(number), operation: remove(number) }],
  ['operation-done', { operation: remove(number), kind: 'delete-assignment' }],
];
const saw = (what: 'opened' | 'closed', worked: boolean): Step => ['access-observed', { what, worked }];
const risks = (steps: readonly Step[]) =>
  riskOf(reported(steps), { samePhotos: [], logFault: false }).map(({ part }) => part);

describe('the proof that the log of a job tells', () => {
  test('a car that did not open is unproven after its access is gone: it needs a person, and is a risk', () => {
    const steps = [...tested(1), saw('opened', false), ...removed(1), ['job-finished'] as const];
    const facts = reported(steps);
    expect(proofOf(facts)).toEqual({ state: 'unproven', why: 'not-opened', handedOver: null });
    expect([stateOf(facts), failureFamilyOf(facts)]).toEqual(['needs-person', 'not-opened']);
    expect(risks(steps)).toContain('not-working');
    expect(risks(steps)).not.toContain('not-proved');
  });

  test('a car that was handed over as not working shows it, and still needs a person', () => {
    const facts = reported([
      ...tested(1),
      saw('closed', false),
      ['handed-over-not-working', { proof: 'not-closed', reason: 'Lock is on order' }],
      ...removed(1),
      ['job-finished'],
    ]);
    expect(proofOf(facts)).toMatchObject({ why: 'not-closed', handedOver: 'Lock is on order' });
    expect(stateOf(facts)).toBe('needs-person');
  });

  test('a second test that works proves the car, and it did not go right at the first go', () => {
    const facts = reported([
      ...tested(1),
      saw('opened', false),
      ...removed(1),
      ...tested(2),
      saw('opened', true),
      saw('closed', true),
      ...removed(2),
      ['job-finished'],
    ]);
    expect(proofOf(facts)).toEqual({ state: 'proven' });
    expect(failureFamilyOf(facts)).toBeNull();
    expect(isRightFirstTime(facts)).toBe(false);
  });

  describe('a finished job that its installer opened for another test', () => {
    const first = [
      ['box-chosen', { serial: '1', operation: 'box', variantChecked: true }],
      ['operation-done', { operation: 'box', kind: 'install', confirmedBy: 'answer' }],
      ...tested(1),
      saw('opened', false),
      ['handed-over-not-working', { proof: 'not-opened', reason: 'Antenna is on order' }],
      ...removed(1),
      ['job-finished'],
    ] satisfies Step[];
    const opened = [...first, ['job-reopened']] satisfies Step[];
    const second = [
      ...opened,
      ...tested(2),
      saw('opened', true),
      saw('closed', true),
      ...removed(2),
      ['job-finished'],
    ] satisfies Step[];

    test('is not finished, and no longer ready for an approval', () => {
      const facts = reported(opened);
      expect([facts.finishedAt, facts.lastFinishedAt]).toEqual([null, null]);
      expect(checksNotGreen(facts)).toContain('finished');
      expect(stateOf(reported([...opened, ...tested(2)]))).toBe('under-way');
    });

    test('is finished with its new result, which did not come at the first go', () => {
      const facts = reported(second);
      expect([stateOf(facts), failureFamilyOf(facts)]).toEqual(['complete', null]);
      expect([facts.finishedAt, facts.lastFinishedAt]).toEqual([facts.lastAt, facts.lastAt]);
      expect([isRightFirstTime(facts), [...facts.failures]]).toEqual([false, ['not-opened']]);
    });

    test('was worked on up to its first finish, and again from the opening on', () => {
      // The entries are a minute apart; the minute between finish and opening was no work.
      expect(reported(second).workedMs).toBe((second.length - 2) * MINUTE);
    });
  });

  test('the removal of the access before says nothing of the newest', () => {
    const [asked, done] = removed(1);
    if (asked === undefined || done === undefined) throw new Error('a removal has two entries');
    expect(proofOf(reported([...tested(1), saw('opened', false), asked, ...tested(2), done]))).toMatchObject({
      state: 'to-try',
    });
  });

  test.each([
    ['the only one', []],
    ['a second one', [...tested(2), saw('opened', false), ...removed(2)]],
  ] as const)(
    'a test access that was given up, and that the operator reports as created, is open: %s',
    (_, before) => {
      const steps: readonly Step[] = [
        ...before,
        ['verification-started', { user: 9, minutes: 15, operation: create(1) }],
        ['operation-cancelled', { operation: create(1), kind: 'create-assignment' }],
        ['result-contradicts', { operation: create(1), kind: 'create-assignment', said: null }],
        ['operation-seen', { operation: create(1), kind: 'create-assignment' }],
      ];
      expect(proofOf(reported(steps))).toEqual({ state: 'to-try', until: null });
      expect(checksNotGreen(reported(steps))).toContain('access-removed');
      const gone = reported([...steps, ...removed(1)]);
      expect(gone.access.phase).toBe('removed');
      expect(checksNotGreen(gone)).not.toContain('access-removed');
    },
  );

  test('a test that was cancelled before it was sent keeps the result of the one before', () => {
    const facts = reported([
      ...tested(1),
      saw('opened', false),
      ...removed(1),
      ['verification-started', { user: 9, minutes: 15, operation: create(2) }],
      ['operation-cancelled', { operation: create(2), kind: 'create-assignment' }],
    ]);
    expect(proofOf(facts)).toMatchObject({ why: 'not-opened' });
  });

  describe('a finished job whose operations are all confirmed', () => {
    const stateAfter = (...tests: readonly Step[]) => stateWith(true, tests);
    const stateWith = (variantChecked: boolean, tests: readonly Step[]) =>
      stateOf(
        reported([
          ['box-chosen', { serial: '1', operation: 'box', variantChecked }],
          ['operation-done', { operation: 'box', kind: 'install', confirmedBy: 'answer' }],
          ...tests,
          ['job-finished'],
        ]),
      );

    test('is untested where no test was ordered', () => {
      expect(stateAfter()).toBe('untested');
    });

    test('is untested where the access was removed before the car was tried', () => {
      expect(stateAfter(...tested(1), ...removed(1))).toBe('untested');
    });

    test('is untested where the car was seen to open only', () => {
      expect(stateAfter(...tested(1), saw('opened', true), ...removed(1))).toBe('untested');
    });

    test('needs a person where the car did not open', () => {
      expect(stateAfter(...tested(1), saw('opened', false), ...removed(1))).toBe('needs-person');
    });

    const works = [saw('opened', true), saw('closed', true)];

    test('is complete where the car was seen to open and close', () => {
      expect(stateAfter(...tested(1), ...works, ...removed(1))).toBe('complete');
    });

    test('is unchecked where the car works and its Box was never compared', () => {
      expect(stateWith(false, [...tested(1), ...works, ...removed(1)])).toBe('unchecked');
    });
  });

  test('refused, expired and not tried are distinguished, and counted apart', () => {
    const refused = reported([
      ['verification-started', { user: 9, minutes: 15, operation: create(1) }],
      ['operation-failed', { operation: create(1), kind: 'create-assignment', problem: 'assignment-failed' }],
    ]);
    expect(proofOf(refused)).toMatchObject({ why: 'refused' });
    const notTried = reported([...tested(1), ...removed(1)]);
    expect(proofOf(notTried)).toMatchObject({ why: 'not-tried' });
    expect([...notTried.failures]).toEqual(['not-tried']);
    const expired = reported([...tested(1, 1), saw('opened', true), ...removed(1)]);
    expect(proofOf(expired)).toMatchObject({ why: 'expired' });
    expect([...expired.failures]).toEqual(['expired']);
  });
});
