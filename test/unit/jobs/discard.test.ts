import { expect, test } from 'vitest';
import { discardJob, startJob, startOrResume, saveDraft } from '../../../electron/jobs/start.ts';
import { beginSeries, endSeries, nextInSeries, listSeries } from '../../../electron/jobs/series/series.ts';
import { chooseCar, createCar } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { answerItem } from '../../../electron/jobs/steps/fitting.ts';
import { takeKey } from '../../../electron/jobs/steps/box.ts';
import { listJobs } from '../../../electron/jobs/view.ts';
import { noteMaybeSent } from '../../../electron/db/tables/queue/operations.ts';
import { newestJobs } from '../../../electron/db/tables/queue/jobs.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';

const atHome = ({ parts }: JobBench) =>
  listJobs({ ...parts, connection: () => ({ state: 'untried' }) }).map(({ id }) => id);

const newCar = { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' };

test('a job without a decision is discarded at once, and is listed nowhere', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  saveDraft(bench.parts, job, 'car', '{"text":"M BX"}');
  expect(atHome(bench)).toEqual([job]);
  expect(bench.view(job).discard).toBe('at-once');
  discardJob(bench.parts, job, '');
  expect(atHome(bench)).toEqual([]);
  expect(newestJobs(bench.database.sqlite, 9)).toEqual([]);
  expect(bench.logged(job)).toEqual(['job-started', 'job-discarded']);
  expect(startOrResume(bench.parts, 'installation')).not.toBe(job);
  expect(problemCodeOf(() => chooseCar(bench.parts, job, known.car))).toBe('job-finished');
});

test('once a car was chosen or an answer given a reason is needed, which the history keeps', () => {
  const bench = openJobs();
  const withCar = startJob(bench.parts);
  chooseCar(bench.parts, withCar, known.car);
  const answered = startJob(bench.parts);
  const item = bench.view(answered).checklist.template.items.find(({ type }) => type === 'confirm');
  answerItem(bench.parts, answered, item?.id ?? '', true);
  for (const job of [withCar, answered]) {
    expect(bench.view(job).discard).toBe('with-reason');
    expect(problemCodeOf(() => discardJob(bench.parts, job, ' \n'))).toBe('reason-missing');
    discardJob(bench.parts, job, ' Wrong car ');
    expect(bench.view(job).history.at(-1)?.says).toMatchObject({
      key: 'history.job-discarded-why',
      params: { reason: 'Wrong car' },
    });
  }
  expect(atHome(bench)).toEqual([]);
});

test('a job whose only request may have reached the operator is not discarded once it was given up', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, newCar);
  const [asked] = bench.operations(job);
  if (asked === undefined) throw new Error('no car was ordered');
  bench.database.write((context) => {
    noteMaybeSent(context, asked.id, 1);
  });
  bench.commands.cancel(asked.id);
  expect(bench.view(job).discard).toBe('no');
  expect(problemCodeOf(() => discardJob(bench.parts, job, 'Wrong car'))).toBe('job-not-discardable');
});

test('a job of which the operator was asked something, or that is finished or given to another run, is not discarded', () => {
  const bench = openJobs();
  const asked = startJob(bench.parts);
  createCar(bench.parts, asked, newCar);
  const finished = startJob(bench.parts);
  chooseCar(bench.parts, finished, known.car);
  finishJob(bench.parts, finished);
  const headless = startJob(bench.parts, 'installation', 'a digest');
  for (const job of [asked, finished, headless]) {
    expect(bench.view(job).discard).toBe('no');
    expect(problemCodeOf(() => discardJob(bench.parts, job, 'Not wanted'))).toBe(
      job === finished ? 'job-finished' : 'job-not-discardable',
    );
  }
});

test('an operation that was cancelled before it left requested nothing', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, newCar);
  bench.database.write(({ sqlite }) => sqlite.exec("UPDATE operation SET state = 'cancelled'"));
  discardJob(bench.parts, job, 'Wrong car');
  expect(atHome(bench)).toEqual([]);
});

test('the empty next car of an ended series is discarded; a chosen car continues by itself', () => {
  const bench = openJobs();
  const first = beginSeries(bench.parts, null);
  chooseCar(bench.parts, first, known.car);
  takeKey(bench.parts, first, someKey);
  const [series] = listSeries(bench.database.sqlite);
  if (series === undefined) throw new Error('the series goes on');
  const next = nextInSeries(bench.parts, series.id);
  expect(atHome(bench)).toEqual(expect.arrayContaining([first, next]));
  endSeries(bench.parts, series.id);
  expect(atHome(bench)).toEqual([first]);
  expect(bench.logged(next).at(-1)).toBe('job-discarded');
});

test('a discarded job does not count as a finished car of its series', () => {
  const bench = openJobs();
  const first = beginSeries(bench.parts, 5);
  chooseCar(bench.parts, first, known.car);
  discardJob(bench.parts, first, 'Wrong car');
  expect(listSeries(bench.database.sqlite)).toMatchObject([{ done: 0 }]);
});
