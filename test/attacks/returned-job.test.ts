import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseHandedFile } from '../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../electron/jobs/hand-over/take.ts';
import { startJob } from '../../electron/jobs/start.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { chooseCar, chooseGroup, createCar } from '../../electron/jobs/steps/car.ts';
import { proveAccess, startVerification } from '../../electron/jobs/steps/verify.ts';
import { userId } from '../../shared/ids.ts';
import { codeOfRejection } from '../integration/db/problem-code.ts';
import { type JobBench, known, openJobs } from '../unit/jobs/bench.ts';
import { restoring } from '../unit/jobs/leaving-bench.ts';

/*
 * An insider changes the file of a job of the own laptop and takes it back. The operations that ended at this laptop are confirmed here, so the
 * file must not say of them what they did not do.
 */

const written = z.looseObject({ job: z.looseObject({ data: z.looseObject({}) }) });
type Data = z.infer<typeof written>['job']['data'];

/** Takes the job back with changed data, without a signature. */
async function takeBack({ parts }: JobBench, file: object, change: (data: Data) => object): Promise<string> {
  const { signed: _signed, job, ...rest } = written.parse(JSON.parse(JSON.stringify(file)));
  const changed = { ...rest, job: { ...job, data: { ...job.data, ...change(job.data) } } };
  const taking = { mayRestore: () => false, reason: 'The colleague is ill' };
  return codeOfRejection(takeJob(parts, parseHandedFile(JSON.stringify(changed)), taking));
}

const part = (value: unknown): object => z.looseObject({}).parse(value);

describe('an installation that was given away and comes back', () => {
  /** A job whose every operation the operator has confirmed at this laptop. */
  function given() {
    const bench = openJobs();
    const job = startJob(bench.parts);
    const done = (kind: string, id: number) => {
      const found = bench.operations(job).findLast((one) => one.kind === kind);
      if (found === undefined) throw new Error(`no ${kind}`);
      bench.isDone(found.id, id);
      return found.id;
    };
    chooseCar(bench.parts, job, known.car);
    installBox(bench.parts, job, known.box);
    chooseGroup(bench.parts, job, { id: known.group });
    const install = done('install', 270_001);
    const group = done('add-car-to-group', 0);
    startVerification(bench.parts, job, known.user, 15);
    const create = done('create-assignment', 501);
    proveAccess(bench.parts, job);
    for (const { id, kind } of bench.operations(job)) if (kind === 'create-event') bench.isDone(id, 0);
    done('delete-assignment', 501);
    giveJob(bench.parts, job, null);
    return { bench, job, file: fileOfGiven(bench.parts, job), install, group, create };
  }

  it('is taken back as it was given', async () => {
    const { bench, job, file } = given();
    expect(await takeBack(bench, file, () => ({}))).toBe('none');
    expect(bench.view(job).reported).toBeNull();
  });

  it.each<[string, (data: Data, own: ReturnType<typeof given>) => object]>([
    [
      'another Box',
      ({ box }) => ({ box: { ...part(box), serialNumber: known.otherBox, lookupSerial: known.otherBox } }),
    ],
    [
      'a Box for which it joined a group',
      ({ box }, { group }) => ({ box: { ...part(box), operation: group } }),
    ],
    [
      'a group that it did not join',
      ({ group }, { install }) => ({ group: { ...part(group), operation: install } }),
    ],
    ['another group', ({ group }) => ({ group: { ...part(group), id: 302 } })],
    ['another car', ({ car }) => ({ car: { ...part(car), id: known.otherCar } })],
    [
      'a test of another user',
      ({ verification }) => ({ verification: { ...part(verification), userId: userId.parse(9666) } }),
    ],
    [
      'a test whose access was another one',
      ({ verification }) => ({
        verification: { ...part(verification), local: '0190a000-0000-7000-8000-0000000000ac' },
      }),
    ],
    [
      'a removal of the test access that gave it',
      ({ verification }, { create }) => ({ verification: { ...part(verification), remove: create } }),
    ],
    [
      'an extension of the test access that never was one',
      ({ verification }, { install }) => ({ verification: { ...part(verification), extension: install } }),
    ],
  ])('does not confirm %s', async (_what, change) => {
    const own = given();
    expect(await takeBack(own.bench, own.file, (data) => change(data, own))).toBe('hand-over-unreadable');
    expect(own.bench.view(own.job).handedOver).toBe(true);
  });
});

it('a new car that was given away and comes back does not confirm another plate', async () => {
  const bench = openJobs();
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { name: '', licensePlate: 'M XY 7', vin: '', brand: 'Ford', model: 'Transit' });
  const [made] = bench.operations(job);
  if (made === undefined) throw new Error('a car was asked for');
  bench.isDone(made.id, 29_001);
  giveJob(bench.parts, job, null);
  const file = fileOfGiven(bench.parts, job);
  const otherPlate = ({ car }: Data) => ({ car: { ...part(car), licensePlate: 'M XY 8' } });
  expect(await takeBack(bench, file, otherPlate)).toBe('hand-over-unreadable');
  expect(await takeBack(bench, file, () => ({}))).toBe('none');
});

describe('a swap that was given away and comes back', () => {
  async function given() {
    const { bench, job, install, restored } = await restoring();
    bench.isDone(restored, 601);
    giveJob(bench.parts, job, null);
    return { bench, job, file: fileOfGiven(bench.parts, job), install };
  }

  it('is taken back as it was given', async () => {
    const { bench, file } = await given();
    expect(await takeBack(bench, file, () => ({}))).toBe('none');
  });

  it.each<[string, (data: Data, install: string) => object]>([
    // Its accesses would be recreated for that car.
    ['another car', ({ car }) => ({ car: { ...part(car), id: known.otherCar } })],
    ['another old Box', ({ oldBox }) => ({ oldBox: { ...part(oldBox), serialNumber: '999' } })],
    ['a removal that installed a Box', ({ out }, install) => ({ out: { ...part(out), operation: install } })],
    [
      'the access of another user',
      ({ restores }) => ({
        restores: z
          .array(z.looseObject({ key: z.string() }))
          .parse(restores)
          .map((one) => ({ ...one, key: one.key.replace(/^\d+/, '9666') })),
      }),
    ],
    [
      'an access that it did not ask for',
      (_data, install) => ({
        restores: [{ key: '9666/1/-', operation: install, local: '0190a000-0000-7000-8000-0000000000ac' }],
      }),
    ],
  ])('does not confirm %s', async (_what, change) => {
    const { bench, job, file, install } = await given();
    expect(await takeBack(bench, file, (data) => change(data, install))).toBe('hand-over-unreadable');
    expect(bench.viewAny(job).handedOver).toBe(true);
  });
});
