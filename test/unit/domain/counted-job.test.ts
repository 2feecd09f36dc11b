import { expect, test } from 'vitest';
import { countedJob, type JobSummary, jobSummary, stateOf } from '../../../shared/domain/job.ts';
import { isBoxUnchecked, preflightCheck } from '../../../shared/domain/boxes.ts';
import { logStatus } from '../../../shared/domain/supervision-job.ts';
import { lower, role } from '../../../shared/domain/people.ts';
import { jobReview } from '../../../shared/domain/reviewing.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { openJobs } from '../jobs/bench.ts';

const job: JobSummary = jobSummary.parse({
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'installation',
  status: 'done',
  startedAt: 1,
  finishedAt: 2,
  worker: 'Bay 3 Tester',
  takenOverBy: null,
  car: null,
  step: 'finish',
  says: { key: 'jobs.step.car', params: {} },
  problem: null,
  unfinished: 0,
  awaitingSince: null,
  testAccessOpen: false,
  proof: { state: 'not-tested' },
  boxIn: true,
  boxUnchecked: false,
  boxOut: false,
  forcedCount: 0,
  handedOver: false,
  review: null,
});

test('a job is complete when it is done, finished, and not by the report of another laptop alone', () => {
  const complete = (facts: Partial<JobSummary>) => countedJob({ ...job, ...facts }).complete;
  expect(complete({})).toBe(true);
  expect(complete({ status: 'waiting-for-result' })).toBe(false);
  expect(complete({ finishedAt: null })).toBe(false);
  expect(complete({ reported: { laptop: 'Bay 4', signature: 'verified' } })).toBe(false);
});

test('a job counts as sent back from the rework request until that is done', () => {
  const review = (state: string) =>
    jobReview.parse({
      state,
      id: '00000000-0000-4000-8000-000000000002',
      revision: 1,
      verdict: 'rework',
      reason: null,
      comment: '',
      pin: { at: 'job' },
      reviewer: 'Office',
      worker: 'Kim',
      at: 1,
      signature: 'verified',
    });
  const sentBack = jobReview.shape.state.options.filter(
    (state) => countedJob({ ...job, review: review(state) }).sentBack,
  );
  expect(sentBack.toSorted()).toEqual(['rework-asked', 'rework-begun']);
  expect(countedJob({ ...job, review: null }).sentBack).toBe(false);
});

test('a step that a kind of job does not have is open', () => {
  const bench = openJobs();
  const view = bench.view(startJob(bench.parts));
  expect(stateOf(view, 'exchange')).toBe('open');
  expect(stateOf(view, 'car')).toBe(view.steps.car.state);
});

test('the lower of two roles may do less, in whatever order they are named', () => {
  for (const [index, one] of role.options.entries()) {
    for (const [at, other] of role.options.entries()) {
      expect(lower(one, other)).toBe(role.options[Math.min(index, at)]);
    }
  }
});

test('a Box is unchecked while one of its checks is; a label that is not required is no such check', () => {
  const checks = preflightCheck.shape.check.options.map((check) => ({ check, state: 'passed' }) as const);
  const unchecked = checks.filter(({ check }) =>
    isBoxUnchecked(checks.map((one) => (one.check === check ? { check, state: 'unchecked' } : one))),
  );
  expect(unchecked).toEqual(checks.filter(({ check }) => check !== 'label'));
  expect(isBoxUnchecked(checks)).toBe(false);
  expect(isBoxUnchecked([])).toBe(false);
  // A refused check was made.
  expect(isBoxUnchecked(checks.map(({ check }) => ({ check, state: 'refused' })))).toBe(false);
});

test('the log of a job is checked where its laptops signed all of it, and a fault outweighs that', () => {
  const entries = (...signed: readonly boolean[]) => signed.map((each) => ({ signed: each }));
  expect(logStatus(false, entries(true, true))).toBe('checked');
  expect(logStatus(false, entries(true, false))).toBe('partly-signed');
  expect(logStatus(false, entries(false, false))).toBe('unsigned');
  for (const all of [entries(true, true), entries(true, false), entries(false)])
    expect(logStatus(true, all)).toBe('fault');
});
