import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseHandedFile } from '../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../electron/jobs/hand-over/take.ts';
import { addPhoto, annotatePhoto, photosOf } from '../../electron/jobs/pictures.ts';
import { skipStep, startJob } from '../../electron/jobs/start.ts';
import { photographLabel } from '../../electron/jobs/steps/box-label.ts';
import { installBox } from '../../electron/jobs/steps/box.ts';
import { chooseCar } from '../../electron/jobs/steps/car.ts';
import { attachmentDigest } from '../../shared/relay/attachments.ts';
import { madeJpeg } from '../pictures/made-pictures.ts';
import { known, openJobs } from '../unit/jobs/bench.ts';

/* An insider changes the evidence in the file of a job of the own laptop and takes it back. */

const item = z.looseObject({});
const written = z.looseObject({
  job: z.looseObject({
    data: z.looseObject({
      forced: z.array(item),
      annotations: z.array(item),
      checklist: z.looseObject({ begun: z.looseObject({}) }),
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
  const { forced, annotations } = bench.view(job);
  expect([forced.length, annotations.length]).toEqual([1, 1]);
  giveJob(parts, job, null);
  const { signed: _signed, ...file } = written.parse(JSON.parse(JSON.stringify(fileOfGiven(parts, job))));
  const back = async (change: (data: Data) => object) => {
    const data = { ...file.job.data, ...change(file.job.data) };
    const changed = parseHandedFile(JSON.stringify({ ...file, job: { ...file.job, data } }));
    await takeJob(parts, changed, { mayRestore: () => false, reason: 'The colleague is ill' });
    return bench.view(job);
  };
  return { forced, annotations, back };
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
