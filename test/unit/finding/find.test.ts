import { expect, test } from 'vitest';
import { find } from '../../../electron/handlers/directory.ts';
import { startJob, skipStep } from '../../../electron/jobs/start.ts';
import { installBox } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, createCar } from '../../../electron/jobs/steps/car.ts';
import { type JobBench, known, openJobs } from '../jobs/bench.ts';

const finding = ({ database, directory }: JobBench, text: string, limit = 6) =>
  find({ sqlite: database.sqlite, directory }, text, limit);

function fitted(bench: JobBench) {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  skipStep(bench.parts, job, 'keyfob', { typed: 'Not needed here' });
  skipStep(bench.parts, job, 'fitting', { typed: 'Not needed here' });
  installBox(bench.parts, job, known.box);
  return job;
}

test.each(['mbx1077', 'M-BX 1077', 'm bx 1O77', '1077 bx'])(
  'a plate typed as %s finds the car and its jobs',
  (typed) => {
    const bench = openJobs();
    const job = fitted(bench);
    startJob(bench.parts);
    const { cars, jobs } = finding(bench, typed);
    expect(cars.map(({ id }) => id)).toContain(known.car);
    expect(jobs).toMatchObject([{ id: job, serialNumber: known.box, worker: 'Bay 3 Tester' }]);
  },
);

test.each([known.box, '00-1234 021', '1234021'])(
  'a serial number given as %s finds the Box and its job',
  (typed) => {
    const bench = openJobs();
    const job = fitted(bench);
    const { boxes, jobs } = finding(bench, typed);
    expect(boxes.map(({ serialNumber }) => serialNumber)).toContain(known.box);
    expect(jobs.map(({ id }) => id)).toEqual([job]);
  },
);

test('a car that exists only here is found by its job', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, {
    name: '',
    licensePlate: 'M QX 4711',
    vin: '',
    brand: 'Ford',
    model: 'Transit',
  });
  expect(finding(bench, 'qx4711').jobs).toMatchObject([{ id: job, car: { id: null, model: 'Transit' } }]);
});

test('without a question the newest jobs come, with each of their cars once', () => {
  const bench = openJobs();
  const [first, second] = [fitted(bench), startJob(bench.parts)];
  chooseCar(bench.parts, second, known.car);
  const { cars, jobs, boxes, groups, users } = finding(bench, '  - ');
  expect(jobs.map(({ id }) => id).toSorted()).toEqual([first, second].toSorted());
  expect(cars.map(({ id }) => id)).toEqual([known.car]);
  expect([boxes, groups, users]).toEqual([[], [], []]);
});

test('no part returns more than the requested number', () => {
  const bench = openJobs();
  for (let count = 0; count < 5; count += 1) chooseCar(bench.parts, startJob(bench.parts), known.car);
  expect(finding(bench, 'bx', 2).jobs).toHaveLength(2);
});
