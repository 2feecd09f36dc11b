import { expect, test } from 'vitest';
import { markBox } from '../../../electron/jobs/boxes.ts';
import { parseHandedFile } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { restoreAccesses } from '../../../electron/jobs/leaving/accesses.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { createCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import type { JobId } from '../../../shared/ids.ts';
import { problemCodeOf } from '../../integration/db/problem-code.ts';
import { type JobBench, known, openJobs, someKey } from './bench.ts';
import { decided } from './leaving-bench.ts';

const newCar = { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' };

async function handOver(from: JobBench, to: JobBench, job: JobId): Promise<void> {
  giveJob(from.parts, job, null);
  const file = parseHandedFile(JSON.stringify(fileOfGiven(from.parts, job)));
  await takeJob(to.parts, file, { mayRestore: () => true });
}

test.each(['defective', 'lost'] as const)(
  'a Box that is %s at the other laptop is not requested there, and the job continues with another one',
  async (condition) => {
    const [one, two] = [openJobs(), openJobs()];
    const job = startJob(one.parts);
    createCar(one.parts, job, newCar);
    takeKey(one.parts, job, someKey);
    installBox(one.parts, job, known.box);
    chooseGroup(one.parts, job, { id: known.group });
    markBox(two.parts, known.box, condition, 'Fell off the bench');
    await handOver(one, two, job);
    expect(one.queued(job).filter((line) => !line.endsWith('cancelled'))).toEqual([]);
    expect(two.queued(job)).toEqual(['create-car ready', 'add-car-to-group waiting']);
    expect(problemCodeOf(() => installBox(two.parts, job, known.box, 'Tried it'))).toBe('box-out-of-use');
    installBox(two.parts, job, known.otherBox);
    expect(two.queued(job)).toContain('install waiting');
  },
);

test('a swap whose new Box is out of use at the other laptop is decided there again, with another one', async () => {
  const { bench: one, job } = await decided('swap');
  const two = openJobs();
  markBox(two.parts, known.otherBox, 'defective', 'Fell off the bench');
  await handOver(one, two, job);
  expect(one.queued(job).filter((line) => !line.endsWith('cancelled'))).toEqual([]);
  expect(two.queued(job)).toEqual([]);
});

/** The state of a step of a swap. */
function stepOf(bench: JobBench, job: JobId, step: 'box' | 'restore') {
  const view = bench.viewAny(job);
  if (view.kind !== 'swap') throw new Error('not a swap');
  return view.steps[step].state;
}

/** The keys of all accesses of the old Box. */
function keysOf(bench: JobBench, job: JobId): readonly string[] {
  const view = bench.viewAny(job);
  if (view.kind !== 'swap') throw new Error('not a swap');
  return view.restores.map(({ key }) => key);
}

test.each(['before', 'after'] as const)(
  'accesses that were chosen %s the removal are chosen again where the new Box is out of use',
  async (when) => {
    const { bench: one, job, uninstall, leave } = await decided('swap');
    if (when === 'after') leave(uninstall);
    restoreAccesses(one.parts, job, keysOf(one, job));
    expect(one.queued(job).filter((line) => line.startsWith('create-assignment'))).toHaveLength(2);
    const two = openJobs();
    markBox(two.parts, known.otherBox, 'defective', 'Fell off the bench');
    await handOver(one, two, job);
    expect(two.queued(job)).toEqual(when === 'after' ? ['uninstall done'] : []);
    expect(stepOf(two, job, 'restore')).toBe('open');
  },
);

test('a swap whose old Box is out gets another new Box where the decided one is out of use', async () => {
  const { bench: one, job, uninstall, leave } = await decided('swap');
  leave(uninstall);
  const two = openJobs();
  markBox(two.parts, known.otherBox, 'defective', 'Fell off the bench');
  await handOver(one, two, job);
  expect(two.queued(job)).toEqual(['uninstall done']);
  expect(stepOf(two, job, 'box')).toBe('open');
  expect(problemCodeOf(() => installBox(two.parts, job, known.otherBox))).toBe('box-out-of-use');
  installBox(two.parts, job, '001234023');
  expect(two.queued(job)).toEqual(['uninstall done', 'install ready']);
  expect(stepOf(two, job, 'box')).toBe('saved');
});

test('a swap whose old Box is out continues with the decided Box where that one is good', async () => {
  const { bench: one, job, uninstall, leave } = await decided('swap');
  leave(uninstall);
  const two = openJobs();
  await handOver(one, two, job);
  expect(two.queued(job)).toEqual(['uninstall done', 'install ready']);
});
