import { expect, test } from 'vitest';
import { startJob, saveDraft, skipStep } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, createCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import { startVerification } from '../../../electron/jobs/steps/verify.ts';
import { carId, type JobId } from '../../../shared/ids.ts';
import type { LogType } from '../../../shared/log/entries.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs, someKey, unknownJob } from './bench.ts';

const newCar = {
  name: '',
  licensePlate: ' m qx  4711 ',
  vin: 'w1v 447-70513872041',
  brand: 'Ford',
  model: '',
};
const codeOf = (work: () => unknown) => problemCodeOf(work);

test('a car of the directory needs no operation and is there at once', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  expect(bench.queued(job)).toEqual([]);
  expect(bench.view(job)).toMatchObject({
    car: { id: known.car, licensePlate: 'M BX 1077', origin: 'directory' },
    steps: { car: { state: 'confirmed' } },
    step: 'keyfob',
  });
});

test('a new car is enqueued as typed, trimmed, named by its plate, and is only saved until it is confirmed', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, newCar);
  expect(bench.queued(job)).toEqual(['create-car ready']);
  const { car, steps } = bench.view(job);
  expect(car).toMatchObject({
    id: null,
    name: 'm qx 4711',
    licensePlate: 'm qx 4711',
    vin: 'W1V44770513872041',
  });
  expect(steps.car.state).toBe('saved');

  bench.isDone(firstOperation(bench, job), 20_400);
  expect(bench.view(job)).toMatchObject({ car: { id: 20_400 }, steps: { car: { state: 'confirmed' } } });
});

test('every dependant of a new car refers to the operation that creates it, and waits for it', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, newCar);
  installBox(bench.parts, job, known.box);
  chooseGroup(bench.parts, job, { name: 'Night shift' });
  startVerification(bench.parts, job, known.user, 15);
  expect(bench.queued(job)).toEqual([
    'create-car ready',
    'install waiting',
    'create-group ready',
    'add-car-to-group waiting',
    'create-assignment waiting',
  ]);
  bench.isDone(firstOperation(bench, job), 20_400);
  expect(bench.queued(job)).toEqual([
    'create-car done',
    'install ready',
    'create-group ready',
    'add-car-to-group waiting',
    'create-assignment waiting',
  ]);
});

test('a group that is known by name is not created again', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  chooseGroup(bench.parts, job, { name: '  bay 3   ARRIVALS ' });
  expect(bench.queued(job)).toEqual(['add-car-to-group ready']);
  expect(bench.view(job).group).toEqual({ id: known.group, name: 'Bay 3 arrivals' });
});

/** Each step with what it needs before it, and the entry it writes last. */
const steps: readonly { what: string; entry: LogType; act: (bench: JobBench, job: JobId) => void }[] = [
  { what: 'a new car', entry: 'car-created', act: ({ parts }, job) => createCar(parts, job, newCar) },
  { what: 'a Box', entry: 'box-chosen', act: ({ parts }, job) => installBox(parts, job, known.box) },
  {
    what: 'a group',
    entry: 'group-chosen',
    act: ({ parts }, job) => chooseGroup(parts, job, { name: 'Night shift' }),
  },
  {
    what: 'a test access',
    entry: 'verification-started',
    act: ({ parts }, job) => startVerification(parts, job, known.user, 15),
  },
];

test.each(steps)(
  '$what: the step and its operations are written together or not at all',
  ({ entry, act }) => {
    const bench = openJobs();
    const job = startJob(bench.parts);
    if (entry !== 'car-created') chooseCar(bench.parts, job, known.car);
    const before = { view: bench.view(job), logged: bench.logged(job) };
    bench.refuseToLog(entry);
    expect(() => act(bench, job)).toThrow('the log cannot be written');
    expect({ view: bench.view(job), logged: bench.logged(job) }).toEqual(before);
    expect(bench.queued(job)).toEqual([]);
  },
);

test.each(steps.slice(1))('$what is refused while there is no car', ({ act }) => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  expect(codeOf(() => act(bench, job))).toBe('step-not-ready');
  expect(bench.queued(job)).toEqual([]);
});

test('another car may be taken until something depends on it; an unsent new one is cancelled', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, newCar);
  chooseCar(bench.parts, job, known.car);
  expect(bench.queued(job)).toEqual(['create-car cancelled']);
  installBox(bench.parts, job, known.box);
  expect(codeOf(() => chooseCar(bench.parts, job, known.otherCar))).toBe('step-not-ready');
  expect(codeOf(() => createCar(bench.parts, job, newCar))).toBe('step-not-ready');
  expect(bench.view(job).car?.id).toBe(known.car);
});

test('a new car that has left already is not dropped for another', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, newCar);
  bench.becomes(firstOperation(bench, job), 'unknown');
  expect(codeOf(() => chooseCar(bench.parts, job, known.car))).toBe('step-not-ready');
  expect(bench.view(job).car?.origin).toBe('created');
});

test('a finished job takes no more steps', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  finishJob(bench.parts, job);
  expect(codeOf(() => installBox(bench.parts, job, known.box))).toBe('job-finished');
  expect(codeOf(() => finishJob(bench.parts, job))).toBe('job-finished');
});

test('a missing job, car or group is reported as missing', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  expect(codeOf(() => chooseCar(bench.parts, unknownJob, known.car))).toBe('not-found');
  expect(codeOf(() => chooseCar(bench.parts, job, carId.parse(1)))).toBe('not-found');
  expect(codeOf(() => saveDraft(bench.parts, unknownJob, 'car', '{}'))).toBe('not-found');
});

test('a step left out on purpose shows as skipped, and is taken back by doing it', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  skipStep(bench.parts, job, 'keyfob', { typed: '  The customer has the key ' });
  skipStep(bench.parts, job, 'keyfob', { typed: 'Not needed here' });
  expect(bench.view(job).steps.keyfob.state).toBe('skipped');
  expect(bench.view(job).history.at(-1)?.says).toMatchObject({
    key: 'history.step-skipped-why.keyfob',
    params: { reason: 'The customer has the key' },
  });
  takeKey(bench.parts, job, someKey);
  expect(bench.view(job).steps.keyfob.state).toBe('confirmed');
  expect(bench.logged(job)).toEqual(['job-started', 'step-skipped', 'key-chosen']);
});

test('a step is left out with a reason only', () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  for (const step of ['keyfob', 'before', 'fitting', 'group'] as const) {
    expect(codeOf(() => skipStep(bench.parts, job, step, { typed: ' \n' }))).toBe('reason-missing');
  }
  expect(bench.logged(job)).toEqual(['job-started']);
});

test('half-typed forms and everything decided survive a restart', () => {
  const folder = dataFolder();
  const before = openJobs(folder);
  const job = startJob(before.parts);
  createCar(before.parts, job, newCar);
  saveDraft(before.parts, job, 'box', '{"serial":"0012"}');
  saveDraft(before.parts, job, 'group', 'half');
  saveDraft(before.parts, job, 'group', null);
  const seen = before.view(job);
  before.database.close();
  const after = openJobs(folder);
  expect(after.view(job)).toEqual(seen);
  expect(after.view(job).drafts).toEqual({ box: '{"serial":"0012"}' });
});

function firstOperation(bench: JobBench, job: JobId) {
  const [first] = bench.operations(job);
  if (first === undefined) throw new Error('no operation');
  return first.id;
}
