import { expect, test } from 'vitest';
import { discardJob, startJob, skipStep } from '../../../electron/jobs/start.ts';
import { chooseLeavingBox } from '../../../electron/jobs/leaving/take-out.ts';
import { beginSeriesLike, fitInSeries } from '../../../electron/jobs/series/series.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, createCar } from '../../../electron/jobs/steps/car.ts';
import { type CarId, type JobId, productId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, refusedChecks, someKey } from './bench.ts';

const UNKNOWN_BOX = '009988776';
const BOX = productId.parse(270_001);
const newCar = { name: 'Van 12', licensePlate: '', vin: '', brand: 'Ford', model: '' };

/** An installation in this car, at its Box step. */
function atBox(bench: JobBench, car: CarId): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, car);
  takeKey(bench.parts, job, someKey);
  skipStep(bench.parts, job, 'before', { typed: 'Not what this is about' });
  return job;
}

/** An installation in the known car that has a Box. */
function withBox(bench: JobBench, serial: string = known.box): JobId {
  const job = atBox(bench, known.car);
  installBox(bench.parts, job, serial);
  return job;
}

const refusalsOf = (bench: JobBench, job: JobId, serial: string): readonly string[] =>
  refusedChecks(bench, job, serial).map(({ says }) => `${says.key} ${says.params['car']}`);

const refusal = ['checks.free.in-another-job M BX 1077'];
const installationOf = (bench: JobBench, job: JobId) => {
  const row = bench.operations(job).find(({ kind }) => kind === 'install');
  if (row === undefined) throw new Error('no installation');
  return row.id;
};

test.each([known.box, ` ${known.box.slice(0, 3)}-${known.box.slice(3)}`, known.boxUniqueId, UNKNOWN_BOX])(
  'the Box of another open job is not fitted as %s, and its car is named',
  (serial) => {
    const bench = openJobs();
    withBox(bench, serial === UNKNOWN_BOX ? serial : known.box);
    const job = atBox(bench, known.otherCar);
    expect(refusalsOf(bench, job, serial)).toEqual(refusal);
    expect(problemCodeOf(() => installBox(bench.parts, job, serial, ''))).toBe('box-refused');
    expect(bench.view(job).box).toBeNull();
    expect(bench.queued(job)).toEqual([]);
    expect(refusalsOf(bench, job, known.otherBox)).toEqual([]);
  },
);

test('with a reason it is fitted, and the mark stays', () => {
  const bench = openJobs();
  withBox(bench);
  const job = atBox(bench, known.otherCar);
  installBox(bench.parts, job, known.box, 'The other car is the wrong one');
  expect(bench.view(job).forced).toMatchObject([{ item: 'free', value: known.box }]);
});

test('the same Box in the same job, or in the same car, is no conflict', () => {
  const bench = openJobs();
  const first = withBox(bench);
  expect(refusalsOf(bench, first, known.box)).toEqual([]);
  expect(refusalsOf(bench, atBox(bench, known.car), known.box)).toEqual([]);
});

test('two cars that the operator does not have yet are two cars', () => {
  const bench = openJobs();
  const first = startJob(bench.parts);
  createCar(bench.parts, first, newCar);
  installBox(bench.parts, first, known.box);
  const second = startJob(bench.parts);
  createCar(bench.parts, second, { ...newCar, name: 'Van 13' });
  expect(refusalsOf(bench, second, known.box)).toEqual(['checks.free.in-another-job Van 12']);
});

test.each(['failed', 'cancelled'] as const)('an installation that was %s holds no Box', (state) => {
  const bench = openJobs();
  const first = withBox(bench);
  bench.becomes(installationOf(bench, first), state);
  expect(refusalsOf(bench, atBox(bench, known.otherCar), known.box)).toEqual([]);
});

test('a Box that a swap has only taken is held until the swap is discarded', () => {
  const bench = openJobs();
  bench.directory.recordProductCar(productId.parse(270_002), known.car);
  const swap = startJob(bench.parts, 'swap');
  chooseCar(bench.parts, swap, known.car);
  chooseLeavingBox(bench.parts, swap, { serialNumber: known.otherBox });
  installBox(bench.parts, swap, known.box, '');
  expect(refusalsOf(bench, atBox(bench, known.otherCar), known.box)).toEqual(refusal);
  discardJob(bench.parts, swap, 'The wrong car');
  expect(refusalsOf(bench, atBox(bench, known.otherCar), known.box)).toEqual([]);
});

test('where an installed Box is, the directory says as far as it knows', () => {
  const bench = openJobs();
  const first = withBox(bench);
  bench.becomes(installationOf(bench, first), 'done');
  bench.directory.recordProductCar(BOX, null);
  const next = atBox(bench, known.otherCar);
  expect(refusalsOf(bench, next, known.box)).toEqual([]);
  bench.directory.recordProductCar(BOX, known.car);
  expect(refusalsOf(bench, next, known.box)).toEqual(['checks.free.in-another-car M BX 1077']);
});

test('an installed Box that the directory does not have stays in its car', () => {
  const bench = openJobs();
  const first = withBox(bench, UNKNOWN_BOX);
  bench.becomes(installationOf(bench, first), 'done');
  expect(refusalsOf(bench, atBox(bench, known.otherCar), UNKNOWN_BOX)).toEqual(refusal);
});

const finish = (bench: JobBench, job: JobId) =>
  bench.database.write(({ sqlite }) =>
    sqlite.prepare<[number, string]>('UPDATE job SET finished_at = ? WHERE id = ?').run(1, job),
  );

test('a finished job holds its Box until the operator has answered', () => {
  const bench = openJobs();
  const first = withBox(bench);
  finish(bench, first);
  expect(refusalsOf(bench, atBox(bench, known.otherCar), known.box)).toEqual(refusal);
});

test('in a series the Box of the car before is refused like in a job by itself', () => {
  const bench = openJobs();
  const first = withBox(bench);
  const next = beginSeriesLike(bench.parts, first, 3);
  chooseCar(bench.parts, next, known.otherCar);
  skipStep(bench.parts, next, 'before', { typed: 'Not what this is about' });
  expect(problemCodeOf(() => fitInSeries(bench.parts, next, known.box, ''))).toBe('box-refused');
  expect(problemCodeOf(() => installBox(bench.parts, next, known.box, ''))).toBe('box-refused');
  expect(bench.queued(next)).toEqual([]);
});

test('a finished job of the series still holds a Box that the directory does not have; one outside of it holds none', () => {
  const bench = openJobs();
  const first = withBox(bench, UNKNOWN_BOX);
  const next = beginSeriesLike(bench.parts, first, 3);
  chooseCar(bench.parts, next, known.otherCar);
  bench.becomes(installationOf(bench, first), 'done');
  finish(bench, first);
  expect(refusalsOf(bench, next, UNKNOWN_BOX)).toEqual(refusal);
  expect(refusalsOf(bench, atBox(bench, known.otherCar), UNKNOWN_BOX)).toEqual([]);
});
