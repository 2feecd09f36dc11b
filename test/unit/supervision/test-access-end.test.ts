import { expect, test } from 'vitest';
import { assembleFacts } from '../../../electron/supervision/projection/assemble-facts.ts';
import { rowOf } from '../../../electron/supervision/projection/row.ts';
import { MINUTE } from '../../../shared/time.ts';
import { BEGINS, job, loggedJob, type Step } from './logged-job.ts';

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
