import { describe, expect, test } from 'vitest';
import { discardJob, startJob } from '../../../electron/jobs/start.ts';
import { giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { chooseCar, giveBackCarKey, openCarKeys, takeCarKey } from '../../../electron/jobs/steps/car.ts';
import { MOST_CAR_KEYS } from '../../../shared/domain/job.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import { LONGEST_NAME } from '../../../shared/domain/typed-text.ts';
import { DAY } from '../../../shared/time.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs } from './bench.ts';

const withCar = ({ parts }: JobBench, kind: JobKind = 'installation') => {
  const job = startJob(parts, kind);
  chooseCar(parts, job, known.car);
  return job;
};
const open = ({ database }: JobBench) => openCarKeys(database.sqlite).map(({ job, key }) => [job, key.from]);
const spare = { which: '  Spare   key ', from: ' Board 3 ' };

describe('a key of the car', () => {
  test.each(['installation', 'removal', 'swap'] as const)(
    'is with the crew of a %s until it is given back, with the words as typed and the times',
    (kind) => {
      const bench = openJobs();
      const job = withCar(bench, kind);
      takeCarKey(bench.parts, job, spare);
      const [held] = bench.viewAny(job).carKeys.held;
      expect(held).toMatchObject({ number: 1, which: 'Spare key', from: 'Board 3' });
      expect(openCarKeys(bench.database.sqlite)).toMatchObject([{ job, car: { id: known.car }, key: held }]);
      bench.later(5000);
      giveBackCarKey(bench.parts, job, { number: 1, to: ' Gate  house ' });
      expect(bench.viewAny(job).carKeys).toEqual({
        held: [],
        back: [{ ...held, to: 'Gate house', backAt: (held?.at ?? 0) + 5000 }],
      });
      expect(open(bench)).toEqual([]);
      expect(bench.logged(job).slice(-2)).toEqual(['car-key-taken', 'car-key-given-back']);
      const says = bench.viewAny(job).history.slice(-2);
      expect(says.map(({ says: { key } }) => key)).toEqual([
        'history.car-key-taken-named',
        'history.car-key-given-back-named',
      ]);
    },
  );

  test('is one of several, each given back by itself under a number of its own', () => {
    const bench = openJobs();
    const job = withCar(bench);
    takeCarKey(bench.parts, job, { which: '', from: 'Board 3' });
    takeCarKey(bench.parts, job, spare);
    giveBackCarKey(bench.parts, job, { number: 1, to: 'Kim' });
    takeCarKey(bench.parts, job, { which: '', from: 'Kim' });
    const { held, back } = bench.viewAny(job).carKeys;
    expect([held.map(({ number }) => number), back.map(({ number }) => number)]).toEqual([[2, 3], [1]]);
    expect(problemCodeOf(() => giveBackCarKey(bench.parts, job, { number: 1, to: 'Kim' }))).toBe('not-found');
    expect(bench.viewAny(job).history.at(-1)?.says.key).toBe('history.car-key-taken');
  });

  test('needs a source and a receiver, both of bounded length', () => {
    const bench = openJobs();
    const job = withCar(bench);
    const long = 'x'.repeat(LONGEST_NAME + 1);
    const taking = (which: string, from: string) =>
      problemCodeOf(() => takeCarKey(bench.parts, job, { which, from }));
    expect([taking('', ' '), taking('', long), taking(long, 'Board 3')]).toEqual([
      'name-missing',
      'name-too-long',
      'name-too-long',
    ]);
    takeCarKey(bench.parts, job, spare);
    const giving = (to: string) => problemCodeOf(() => giveBackCarKey(bench.parts, job, { number: 1, to }));
    expect([giving(' '), giving(long)]).toEqual(['name-missing', 'name-too-long']);
    expect(open(bench)).toEqual([[job, 'Board 3']]);
  });

  test('is not taken without end', () => {
    const bench = openJobs();
    const job = withCar(bench);
    for (let n = 0; n < MOST_CAR_KEYS; n += 1) takeCarKey(bench.parts, job, spare);
    giveBackCarKey(bench.parts, job, { number: 1, to: 'Kim' });
    expect(problemCodeOf(() => takeCarKey(bench.parts, job, spare))).toBe('input-invalid');
  });

  test('stays open after the end of its job, however long ago, and is given back then; another is not taken', () => {
    const bench = openJobs();
    const job = withCar(bench);
    takeCarKey(bench.parts, job, spare);
    discardJob(bench.parts, job, 'The car was sold');
    bench.later(90 * DAY);
    expect(open(bench)).toEqual([[job, 'Board 3']]);
    expect(problemCodeOf(() => takeCarKey(bench.parts, job, spare))).toBe('job-finished');
    giveBackCarKey(bench.parts, job, { number: 1, to: 'Kim' });
    expect(open(bench)).toEqual([]);
  });

  test('keeps a job without a car from being discarded unasked', () => {
    const bench = openJobs();
    const job = startJob(bench.parts);
    takeCarKey(bench.parts, job, spare);
    expect(bench.view(job).discard).toBe('with-reason');
    giveBackCarKey(bench.parts, job, { number: 1, to: 'Kim' });
    expect(bench.view(job).discard).toBe('with-reason');
  });

  test('goes to the laptop that continues the job', () => {
    const bench = openJobs();
    const job = withCar(bench);
    takeCarKey(bench.parts, job, spare);
    giveJob(bench.parts, job, null);
    expect(open(bench)).toEqual([]);
    expect(problemCodeOf(() => giveBackCarKey(bench.parts, job, { number: 1, to: 'Kim' }))).toBe(
      'job-finished',
    );
  });

  test('is found by an index, not by reading every job', () => {
    const { database } = openJobs();
    const plan = database.sqlite
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT * FROM job WHERE instr(data, '"held":[{') > 0 ORDER BY started_at`,
      )
      .all();
    expect(plan.map(({ detail }) => detail).join()).toContain('job_with_car_key');
  });
});
