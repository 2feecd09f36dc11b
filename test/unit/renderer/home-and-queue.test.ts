import { expect, test } from 'vitest';
import { actionsOf } from '../../../renderer/screens/queue/actions-of.ts';
import { awaitingJobs, dayNumbers, jobsOf } from '../../../renderer/screens/home/today.ts';
import { operationState } from '../../../shared/domain/operation.ts';
import { type JobSummary, jobSummary } from '../../../shared/domain/job.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { DAY, MINUTE } from '../../../shared/time.ts';

const now = new Date(2025, 10, 3, 14, 0).getTime();

function job(number: number, facts: Partial<JobSummary>): JobSummary {
  return jobSummary.parse({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    kind: 'installation',
    status: 'in-progress',
    startedAt: now - 60 * MINUTE,
    finishedAt: null,
    worker: 'Bay 3 Tester',
    car: null,
    step: 'car',
    says: { key: 'jobs.step.car', params: {} },
    problem: null,
    unfinished: 0,
    awaitingSince: null,
    testAccessOpen: false,
    ...facts,
  });
}

test('a group shows the job that has waited longest first', () => {
  const young = job(1, { startedAt: now - 5 * MINUTE });
  const old = job(2, { startedAt: now - 50 * MINUTE });
  expect(jobsOf('in-progress', [young, old], now)).toEqual([old, young]);
});

test('done jobs are those of today, the newest first', () => {
  const early = job(1, { status: 'done', finishedAt: now - 90 * MINUTE });
  const late = job(2, { status: 'done', finishedAt: now - 5 * MINUTE });
  const yesterday = job(3, { status: 'done', startedAt: now - DAY, finishedAt: now - DAY });
  expect(jobsOf('done', [early, yesterday, late], now)).toEqual([late, early]);
});

test('the waiting strip holds only jobs the operator owes a result, the longest wait first', () => {
  const short = job(1, { awaitingSince: now - MINUTE });
  const long = job(2, { awaitingSince: now - 9 * MINUTE });
  expect(awaitingJobs([short, job(3, {}), long]).map(({ job: { id } }) => id)).toEqual([long.id, short.id]);
});

test('what is merely fitted is not counted as confirmed, and open test accesses of any day are counted', () => {
  const jobs = [
    job(1, { step: 'car' }),
    job(2, { step: 'verify', status: 'waiting-for-result' }),
    job(3, { step: 'finish', status: 'done', finishedAt: now }),
    job(4, { step: 'verify', startedAt: now - 3 * DAY, testAccessOpen: true }),
  ];
  expect(dayNumbers(jobs, now)).toEqual({ fitted: 2, confirmed: 1, testAccessOpen: 1 });
});

test('an operation that may have been applied asks for a decision instead of being sent again', () => {
  expect(actionsOf({ state: 'blocked', problem: makeProblem('event-may-be-recorded') })).toEqual({
    retry: false,
    decide: true,
    cancel: true,
  });
  expect(actionsOf({ state: 'blocked', problem: makeProblem('operator-rejected') })).toEqual({
    retry: true,
    decide: false,
    cancel: true,
  });
});

test('what is on its way or at its end offers nothing', () => {
  const idle = operationState.options.filter((state) => {
    const { retry, decide, cancel } = actionsOf({ state, problem: null });
    return !retry && !decide && !cancel;
  });
  expect(idle).toEqual(['sending', 'awaiting-result', 'unknown', 'done', 'failed', 'cancelled']);
});
