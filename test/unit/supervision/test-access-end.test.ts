import { describe, expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { rowOf } from '../../../electron/supervision/projection/row.ts';
import { MINUTE } from '../../../shared/time.ts';
import { BEGINS, finishedJob, job, loggedJob, type Step } from './logged-job.ts';

/** The open access of a job whose log has these entries, one a minute. */
function openAccess(steps: readonly Step[]) {
  const entries = loggedJob(steps);
  const { facts } = assembleFacts(entries);
  const review = { state: 'none', revision: 0, reviewer: null, at: null } as const;
  return rowOf(job, facts, { laptop: null, review, risk: [], logFault: false }).openAccess;
}

const started: Step = ['verification-started', { user: 9, minutes: 15 }];
const access = { operation: 'f0000000-0000-4000-8000-000000000001', kind: 'create-assignment' };

test('the end of a test access without an entry is estimated from its first moment', () => {
  const estimated = { until: BEGINS + 16 * MINUTE, estimated: true };
  expect(openAccess([started, ['operation-accepted', access]])).toEqual(estimated);
  expect(openAccess([started, ['operation-accepted', access], ['operation-done', access]])).toEqual(
    estimated,
  );
});

test('an end that an entry names is no estimate, also where one was made before', () => {
  const until = BEGINS + 14 * MINUTE;
  const reported: Step = ['operation-done', { ...access, until }];
  expect(openAccess([started, reported])).toEqual({ until, estimated: false });
  expect(openAccess([started, ['operation-accepted', access], reported])).toEqual({
    until,
    estimated: false,
  });
  expect(
    openAccess([started, ['operation-accepted', { ...access, until }], ['operation-done', access]]),
  ).toEqual({ until, estimated: false });
});

test('an end of which nothing is known is not estimated, and a new test access starts again', () => {
  const endless: Step = ['verification-started', { user: 9 }];
  const nothing = { until: null, estimated: false };
  expect(openAccess([endless, ['operation-done', access]])).toEqual(nothing);
  expect(openAccess([started, ['operation-done', access], endless, ['operation-done', access]])).toEqual(
    nothing,
  );
});

describe('a test that is started while the access of the one before leaves', () => {
  const [create, remove, next] = ['1', '2', '3'].map((n) => `f0000000-0000-4000-8000-00000000000${n}`);
  const given: Step = ['operation-done', { operation: create ?? '', kind: 'create-assignment' }];
  const removed: Step = ['operation-done', { operation: remove ?? '', kind: 'delete-assignment' }];
  const stayed: Step = ['operation-failed', { operation: remove ?? '', kind: 'delete-assignment' }];
  const both: readonly Step[] = [
    ['verification-started', { user: 9, minutes: 15, operation: create ?? '' }],
    ['operation-accepted', { operation: create ?? '', kind: 'create-assignment' }],
    ['removal-requested', { create: create ?? '', operation: remove ?? '' }],
    ['verification-started', { user: 9, minutes: 20, operation: next ?? '' }],
    given,
  ];
  const cancelled: readonly Step[] = [
    ['removal-requested', { create: next ?? '' }],
    ['operation-cancelled', { operation: next ?? '', kind: 'create-assignment' }],
  ];
  const ofFirst = { until: BEGINS + 16 * MINUTE, estimated: true };

  test('leaves the access of the one before open until it is removed', () => {
    expect(openAccess(both)).toEqual(ofFirst);
    expect(openAccess([...both, removed])).toBeNull();
    expect(openAccess([...both, stayed])).toEqual(ofFirst);
  });

  test('is open until the last of the open accesses ends, and without an end where one is not known', () => {
    const end = (minutes: number, of = create): Step => [
      'operation-done',
      { operation: of ?? '', kind: 'create-assignment', until: BEGINS + minutes * MINUTE },
    ];
    expect(openAccess([...both, end(90), stayed, end(30, next)])).toEqual({
      until: BEGINS + 90 * MINUTE,
      estimated: false,
    });
    expect(openAccess([...both, end(30), stayed, end(90, next)])).toMatchObject({
      until: BEGINS + 90 * MINUTE,
    });
    const endless: Step = ['verification-started', { user: 9, operation: create ?? '' }];
    const accepted = { operation: create ?? '', kind: 'create-assignment' };
    expect(
      openAccess([endless, ['operation-done', accepted], ...both.slice(2), stayed, end(90, next)]),
    ).toEqual({ until: null, estimated: false });
  });

  test('does not count as given by the access of the one before', () => {
    expect(finishedJob(...both, removed).row.verification.phase).toBe('requested');
  });

  test('leaves the one before as its own operations left it, where it is cancelled unsent', () => {
    expect(openAccess([...both, removed, ...cancelled])).toBeNull();
    expect(openAccess([...both, stayed, ...cancelled])).toEqual(ofFirst);
    expect(finishedJob(...both, removed, ...cancelled).row.verification.phase).toBe('removed');
  });

  test('knows nothing of the one before where the entries of an older laptop name no operation', () => {
    const leaving: readonly Step[] = [started, ['operation-done', access], ['removal-requested']];
    expect(openAccess([...leaving, ['verification-started', { user: 9, minutes: 15 }]])).toBeNull();
  });

  test('does not wait for the one before where that is cancelled', () => {
    const unsent = both.filter(([type]) => type !== 'operation-accepted' && type !== 'operation-done');
    const given: Step = ['operation-cancelled', { operation: create ?? '', kind: 'create-assignment' }];
    expect(openAccess(unsent)).not.toBeNull();
    expect(openAccess([...unsent, given])).toBeNull();
  });

  test('is no whole job while the access of the one before stays', () => {
    const second: readonly Step[] = [
      ['operation-done', { operation: next ?? '', kind: 'create-assignment' }],
      ['removal-requested', { create: next ?? '', operation: 'f0000000-0000-4000-8000-000000000004' }],
      ['operation-done', { operation: 'f0000000-0000-4000-8000-000000000004', kind: 'delete-assignment' }],
    ];
    const { row, parts, notGreen } = finishedJob(...both, stayed, ...second);
    expect(row).toMatchObject({ state: 'needs-person', trouble: 'access', openAccess: ofFirst });
    expect(parts).toContain('access-left');
    expect(notGreen).toContain('access-removed');
  });
});

describe('the extension of a test access', () => {
  const [create, extend, remove, next] = ['1', '2', '3', '4'].map(
    (n) => `f0000000-0000-4000-8000-00000000001${n}`,
  );
  const until = BEGINS + 60 * MINUTE;
  const of = { operation: extend ?? '', kind: 'update-assignment' };
  const extended: readonly Step[] = [
    ['verification-started', { user: 9, minutes: 15, operation: create ?? '' }],
    ['operation-done', { operation: create ?? '', kind: 'create-assignment' }],
    ['test-extended', { minutes: 30, until, operation: extend ?? '' }],
  ];
  const before = { until: BEGINS + 16 * MINUTE, estimated: true };

  test('counts once it is carried out, also where it was refused before', () => {
    expect(openAccess(extended)).toEqual(before);
    expect(openAccess([...extended, ['operation-done', { ...of, until }]])).toEqual({
      until,
      estimated: false,
    });
    const refused: readonly Step[] = [...extended, ['operation-failed', of]];
    expect(openAccess(refused)).toEqual(before);
    expect(openAccess([...refused, ['result-contradicts', of]])).toEqual({ until, estimated: false });
  });

  test('counts where it was given up and is carried out all the same', () => {
    const given: readonly Step[] = [...extended, ['operation-cancelled', of]];
    expect(openAccess(given)).toEqual(before);
    expect(openAccess([...given, ['result-contradicts', of]])).toEqual({ until, estimated: false });
  });

  test('that is reported as refused after it was carried out keeps the end that was reported', () => {
    const earlier = until - MINUTE;
    const done: Step = ['operation-done', { ...of, until: earlier }];
    expect(openAccess([...extended, done, ['result-contradicts', of]])).toMatchObject({ until: earlier });
  });

  test('does not set the end of the next test', () => {
    const another: readonly Step[] = [
      ['removal-requested', { create: create ?? '', operation: remove ?? '' }],
      ['operation-done', { operation: remove ?? '', kind: 'delete-assignment' }],
      ['verification-started', { user: 9, minutes: 15, operation: next ?? '' }],
      ['operation-done', { operation: next ?? '', kind: 'create-assignment' }],
    ];
    const late: Step = ['operation-done', { ...of, until }];
    expect(openAccess([...extended, ...another, late])).toEqual({
      until: BEGINS + (3 + 3 + 15) * MINUTE,
      estimated: true,
    });
  });
});
