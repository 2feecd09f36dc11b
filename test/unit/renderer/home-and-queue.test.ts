import { expect, test } from 'vitest';
import {
  blocksOf,
  LINE_HEIGHT,
  sameOrder,
  steadyOrder,
  stepOf,
} from '../../../renderer/screens/queue/queue-rows.ts';
import { awaitingJobs, besidesJobs, dayNumbers, jobsOf } from '../../../renderer/screens/home/today.ts';
import { type JobSummary, jobSummary } from '../../../shared/domain/job.ts';
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
    takenOverBy: null,
    car: null,
    step: 'car',
    says: { key: 'jobs.step.car', params: {} },
    problem: null,
    unfinished: 0,
    awaitingSince: null,
    testAccessOpen: false,
    proof: { state: 'not-tested' },
    boxIn: false,
    boxUnchecked: false,
    boxOut: false,
    forcedCount: 0,
    handedOver: false,
    review: null,
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

test('operations that need a person are counted beside the jobs that Home shows', () => {
  const shown = job(1, {});
  const needPersonByJob = [
    { job: shown.id, count: 3 },
    { job: job(2, {}).id, count: 2 },
    { job: null, count: 4 },
  ];
  expect(besidesJobs({ needPersonByJob }, [shown])).toBe(6);
  expect(besidesJobs({ needPersonByJob }, [])).toBe(9);
  expect(besidesJobs({ needPersonByJob: [] }, [shown])).toBe(0);
});

test('an unproven or failed car is not counted as confirmed, and open test accesses of any day are counted', () => {
  const jobs = [
    job(1, { step: 'car' }),
    job(2, { step: 'verify', status: 'waiting-for-result', boxIn: true }),
    job(3, { step: 'finish', status: 'done', finishedAt: now, boxIn: true, proof: { state: 'proven' } }),
    // Finished without a Box, and one whose Box went out again.
    job(6, { step: 'finish', status: 'done', finishedAt: now }),
    job(7, {
      kind: 'removal',
      step: 'finish',
      status: 'done',
      finishedAt: now,
      boxOut: true,
      proof: { state: 'not-needed' },
    }),
    job(5, {
      step: 'finish',
      status: 'done',
      finishedAt: now,
      boxIn: true,
      proof: { state: 'unproven', why: 'not-opened', handedOver: 'Antenna is on order' },
    }),
    job(8, {
      step: 'finish',
      status: 'done',
      finishedAt: now,
      boxIn: true,
      boxUnchecked: true,
      proof: { state: 'proven' },
    }),
    job(4, { step: 'verify', startedAt: now - 3 * DAY, testAccessOpen: true }),
    // Neither a day that is over nor the work that another laptop goes on with.
    job(9, { step: 'verify', startedAt: now - 2 * DAY, finishedAt: now - DAY, boxIn: true }),
    job(0, { step: 'verify', handedOver: true, boxIn: true }),
  ];
  expect(dayNumbers(jobs, now)).toEqual({ fitted: 4, takenOut: 1, confirmed: 2, testAccessOpen: 1 });
});

test('while a person is in the list every line keeps its place, and new ones are added at the end', () => {
  expect(steadyOrder([7, 3, 9], [3, 11, 7, 9, 12])).toEqual([7, 3, 9, 11, 12]);
  expect(steadyOrder([7, 3, 9], [9])).toEqual([7, 3, 9]);
});

test('of ten thousand lines only those that are drawn and blocks around them are read', () => {
  for (const [first, last] of [
    [0, 10],
    [4_992, 5_018],
    [9_980, 9_999],
  ] as const) {
    const { from, to } = blocksOf({ first, last }, 10_000);
    expect(from).toBeLessThanOrEqual(first);
    expect(to).toBeGreaterThan(last);
    expect(to - from).toBeLessThanOrEqual(100);
  }
  expect(blocksOf({ first: 21, last: 30 }, 10_000)).toEqual(blocksOf({ first: 22, last: 31 }, 10_000));
  expect(blocksOf({ first: 0, last: 2 }, 3)).toEqual({ from: 0, to: 3 });
});

test('the keys of a list lead to its ends and no further', () => {
  expect(stepOf('ArrowDown', 9, 10, 800)).toBe(9);
  expect(stepOf('ArrowUp', 0, 10, 800)).toBe(0);
  expect(stepOf('End', 0, 10, 800)).toBe(9);
  expect(stepOf('PageDown', 0, 100, 10 * LINE_HEIGHT)).toBe(9);
  expect(stepOf('Enter', 0, 10, 800)).toBeNull();
});

test('two lists have the same order only with the same rows in the same places', () => {
  expect(sameOrder([], [])).toBe(true);
  expect(sameOrder([1, 2], [1, 2])).toBe(true);
  expect(sameOrder([1, 2], [2, 1])).toBe(false);
  expect(sameOrder([1, 2], [1, 3])).toBe(false);
  expect(sameOrder([1, 2], [1])).toBe(false);
  expect(sameOrder([1], [1, 2])).toBe(false);
});

test('an order is the same only with the same rows in the same places', () => {
  expect(sameOrder([1, 2], [1, 2])).toBe(true);
  expect(sameOrder([], [])).toBe(true);
  expect(sameOrder([1, 2], [2, 1])).toBe(false);
  expect(sameOrder([1, 2], [1, 3])).toBe(false);
  expect(sameOrder([1], [1, 2])).toBe(false);
  expect(sameOrder([1, 2], [1])).toBe(false);
});
