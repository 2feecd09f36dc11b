import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseHandedFile } from '../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../electron/jobs/hand-over/take.ts';
import { addPhoto, annotatePhoto, photosOf } from '../../electron/jobs/pictures.ts';
import { skipStep, startJob } from '../../electron/jobs/start.ts';
import { photographLabel } from '../../electron/jobs/steps/box-label.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { chooseCar, giveBackCarKey, takeCarKey } from '../../electron/jobs/steps/car.ts';
import { recordAccess, removeTestAccess, startVerification } from '../../electron/jobs/steps/verify.ts';
import type { JobId } from '../../shared/ids.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { MINUTE } from '../../shared/time.ts';
import { madeJpeg } from '../pictures/made-pictures.ts';
import { type JobBench, known, openJobs } from '../unit/jobs/bench.ts';

/* An insider changes the evidence in the file of a job of the own laptop and takes it back. */

const item = z.looseObject({});
const written = z.looseObject({
  job: z.looseObject({
    data: z.looseObject({
      forced: z.array(item),
      annotations: z.array(item),
      checklist: z.looseObject({ begun: z.looseObject({}) }),
      verification: z.unknown(),
      earlierTests: z.array(item),
      carKeys: z.looseObject({ held: z.array(item), back: z.array(item) }),
    }),
  }),
});
type Data = z.infer<typeof written>['job']['data'];

/** A given job with a forced Box and a blurred photo; `back` takes it back with changed data. */
async function given() {
  const bench = openJobs();
  const { parts } = bench;
  const job = startJob(parts);
  chooseCar(parts, job, known.car);
  skipStep(parts, job, 'before', { typed: 'Not needed here' });
  await addPhoto(parts, job, 'photo-place', madeJpeg('as taken'));
  const of = attachmentDigest.parse(photosOf(bench.view(job).checklist.answers, 'photo-place')[0]);
  await annotatePhoto(parts, job, { of, jpeg: madeJpeg('blurred'), blurred: true });
  await photographLabel(parts, job, {
    jpeg: madeJpeg('label'),
    codes: [known.otherBox],
    beside: known.box,
  });
  installBox(parts, job, known.box, 'The label is of the old housing');
  takeCarKey(parts, job, { which: 'Spare', from: 'Front desk' });
  takeCarKey(parts, job, { which: 'Main', from: 'Front desk' });
  giveBackCarKey(parts, job, { number: 1, to: 'Front desk' });
  testTwice(bench, job);
  const { forced, annotations, carKeys, verification } = bench.view(job);
  expect([forced.length, annotations.length]).toEqual([1, 1]);
  giveJob(parts, job, null);
  const { signed: _signed, ...file } = written.parse(JSON.parse(JSON.stringify(fileOfGiven(parts, job))));
  const back = async (change: (data: Data) => object) => {
    const data = { ...file.job.data, ...change(file.job.data) };
    const changed = parseHandedFile(JSON.stringify({ ...file, job: { ...file.job, data } }));
    await takeJob(parts, changed, { mayRestore: () => false, reason: 'The colleague is ill' });
    return bench.view(job);
  };
  return { forced, annotations, carKeys, verification, back };
}

/** Two tests that ended, the first of which failed. */
function testTwice({ parts, operations, becomes, later }: JobBench, job: JobId): void {
  for (const worked of [false, true]) {
    startVerification(parts, job, known.user, 10);
    for (const { id } of operations(job)) becomes(id, 'done');
    recordAccess(parts, job, 'opened', worked);
    removeTestAccess(parts, job);
    for (const { id } of operations(job)) becomes(id, 'done');
    later(MINUTE);
  }
}

it.each<[string, (data: Data) => object]>([
  ['drops them', () => ({ forced: [], annotations: [] })],
  [
    'changes them',
    ({ forced, annotations }) => ({
      forced: forced.map((mark) => ({ ...mark, reason: 'As agreed' })),
      annotations: annotations.map((one) => ({ ...one, blurred: false })),
    }),
  ],
])('keeps the forced mark and the blurred photo of this laptop where the file %s', async (_what, change) => {
  const { forced, annotations, back } = await given();
  expect(await back(change)).toMatchObject({ forced, annotations });
});

it('keeps the forced marks that a colleague added', async () => {
  const { forced, back } = await given();
  const [own] = forced;
  if (own === undefined) throw new Error('there is a forced mark');
  const added = { ...own, at: own.at + 1, reason: 'Seen again' };
  expect((await back((data) => ({ forced: [...data.forced, added] }))).forced).toEqual([own, added]);
});

it('does not bring back an annotation whose photo a colleague took out', async () => {
  const { back } = await given();
  const without = ({ checklist }: Data) => ({
    annotations: [],
    checklist: { ...checklist, begun: { ...checklist.begun, answers: {} } },
  });
  expect((await back(without)).annotations).toEqual([]);
});

it.each<[string, (data: Data) => object]>([
  ['drops the failed one', () => ({ earlierTests: [] })],
  ['drops both', () => ({ earlierTests: [], verification: null })],
  [
    'says that both worked',
    ({ earlierTests }) => ({
      earlierTests: earlierTests.map((test) => ({ ...test, opened: { worked: true, at: 1, event: null } })),
    }),
  ],
])('keeps the tests of this laptop where the file %s', async (_what, change) => {
  const { verification, back } = await given();
  expect(verification.earlier.map(({ proof }) => proof.state)).toEqual(['unproven']);
  expect((await back(change)).verification).toEqual(verification);
});

it.each<[string, (data: Data) => object]>([
  ['drops them', () => ({ carKeys: { held: [], back: [] } })],
  [
    'changes them',
    ({ carKeys: { held, back } }) => ({
      carKeys: {
        held: held.map((key) => ({ ...key, from: 'Nowhere' })),
        back: back.map((key) => ({ ...key, to: 'Nowhere' })),
      },
    }),
  ],
])('keeps the car keys of this laptop where the file %s', async (_what, change) => {
  const { carKeys, back } = await given();
  expect((await back(change)).carKeys).toEqual(carKeys);
});

it('follows the car keys that a colleague took and gave back', async () => {
  const { carKeys, back } = await given();
  const [held] = carKeys.held;
  if (held === undefined) throw new Error('the crew has a key');
  const returned = { ...held, to: 'Owner', backAt: 5 };
  const taken = { number: 3, which: 'Trunk', from: 'Owner', at: 4 };
  const change = (data: Data) => ({
    carKeys: { held: [taken], back: [...data.carKeys.back, { ...returned, from: 'Elsewhere' }] },
  });
  expect((await back(change)).carKeys).toEqual({ held: [taken], back: [...carKeys.back, returned] });
});
