import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readAttachment, nextAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import {
  annotatePhoto,
  addPhoto,
  photosOf,
  pictureOf,
  removePhoto,
  sign,
} from '../../../electron/jobs/pictures.ts';
import { parseHandedFile } from '../../../electron/jobs/hand-over/file-format.ts';
import { fileOfGiven, giveJob } from '../../../electron/jobs/hand-over/give.ts';
import { takeJob } from '../../../electron/jobs/hand-over/take.ts';
import { planRemoval, readThrough } from '../../../electron/removal/plan.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { dropLabel, photographLabel } from '../../../electron/jobs/steps/box-label.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { customerPictures, MOST_ANNOTATIONS, newestPicture } from '../../../shared/domain/annotation.ts';
import type { JobId } from '../../../shared/ids.ts';
import { attachmentDigest, type AttachmentDigest } from '../../../shared/relay/attachments.ts';
import { codeOfRejection } from '../../integration/db/problem-code.ts';
import { madeJpeg, madePng } from '../../pictures/made-pictures.ts';
import { BEGIN, dataFolder, type JobBench, known, openJobs } from './bench.ts';

function begin(bench = openJobs()) {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  return { bench, job };
}

/** The first photo of the item with these words in the place of its data. */
async function photograph(
  bench: JobBench,
  job: JobId,
  words = 'as taken',
  item = 'photo-place',
): Promise<AttachmentDigest> {
  await addPhoto(bench.parts, job, item, madeJpeg(words));
  return attachmentDigest.parse(photosOf(bench.view(job).checklist.answers, item).at(-1));
}

const annotate = (bench: JobBench, job: JobId, of: AttachmentDigest, words: string, blurred = false) =>
  annotatePhoto(bench.parts, job, { of, jpeg: madeJpeg(words), blurred });
const annotated = (bench: JobBench, job: JobId) => bench.view(job).annotations;
const newest = (bench: JobBench, job: JobId): AttachmentDigest => {
  const last = annotated(bench, job).at(-1);
  if (last === undefined) throw new Error('there is an annotation');
  return last.digest;
};
const isWaiting = ({ database: { sqlite } }: JobBench, digest: AttachmentDigest) =>
  sqlite
    .prepare<[string], number>('SELECT withdrawn_at IS NULL FROM attachment WHERE sha256 = ?')
    .pluck()
    .get(digest) === 1;

test('an annotation is a picture of its own beside its original, which stays as it was', async () => {
  const folder = dataFolder();
  const { bench, job } = begin(openJobs(folder));
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'with an arrow');
  const [made] = annotated(bench, job);
  expect(made).toMatchObject({ original, blurred: false, at: BEGIN, worker: 'Bay 3 Tester' });
  expect(photosOf(bench.view(job).checklist.answers, 'photo-place')).toEqual([original]);
  expect(readdirSync(join(folder, 'attachments')).toSorted()).toEqual(
    [original, String(made?.digest)].toSorted(),
  );
  expect(readFileSync(join(folder, 'attachments', original)).toString('latin1')).toContain('as taken');
  expect([original, newest(bench, job)].map((digest) => isWaiting(bench, digest))).toEqual([true, true]);
  expect(newestPicture(original, annotated(bench, job))).toBe(made?.digest);
});

test('the log names the original, the item and whether a part is blurred', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'blurred', true);
  const data = bench.database.sqlite
    .prepare<[], string>("SELECT data FROM log_entry WHERE type = 'photo-annotated'")
    .pluck()
    .all();
  expect(data.map((text): unknown => JSON.parse(text))).toEqual([
    expect.objectContaining({
      item: 'photo-place',
      digest: newest(bench, job),
      original,
      drawnOn: original,
      blurred: true,
    }),
  ]);
  expect(bench.view(job).history.at(-1)?.says.key).toBe('history.photo-annotated');
});

test('several annotations of a photo are kept, also one that was drawn on another', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'one');
  const first = newest(bench, job);
  await annotate(bench, job, first, 'two');
  await annotate(bench, job, original, 'three');
  expect(annotated(bench, job).map((one) => one.original)).toEqual([original, original, original]);
  // The same picture once more changes nothing.
  await annotate(bench, job, original, 'three');
  expect(bench.logged(job).filter((type) => type === 'photo-annotated')).toHaveLength(3);
});

test('a picture that is drawn on a blurred one is blurred too', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'face blurred', true);
  await annotate(bench, job, newest(bench, job), 'and an arrow', false);
  expect(annotated(bench, job).map(({ blurred }) => blurred)).toEqual([true, true]);
});

test('once a part is blurred, only the newest picture is drawn on', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'an arrow');
  const bare = newest(bench, job);
  await annotate(bench, job, original, 'face blurred', true);
  const face = newest(bench, job);
  // The plate alone: the face would be in the newest blurred picture.
  for (const lacking of [original, bare]) {
    expect(await codeOfRejection(annotate(bench, job, lacking, 'plate blurred', true))).toBe('blur-stays');
  }
  await annotate(bench, job, face, 'face and plate blurred', true);
  expect(await codeOfRejection(annotate(bench, job, face, 'face blurred, arrow'))).toBe('blur-stays');
  expect(annotated(bench, job).map(({ drawnOn }) => drawnOn)).toEqual([original, original, face]);
  expect(customerPictures(original, annotated(bench, job))).toMatchObject({
    shown: [newest(bench, job)],
    withheld: [face, bare, original],
  });
});

test('another photo is drawn on as before', async () => {
  const { bench, job } = begin();
  const [one, other] = [await photograph(bench, job, 'one'), await photograph(bench, job, 'other')];
  await annotate(bench, job, one, 'face blurred', true);
  await annotate(bench, job, other, 'plate blurred', true);
  expect(annotated(bench, job).map(({ original }) => original)).toEqual([one, other]);
});

test('only a photo that this job shows has annotations', async () => {
  const { bench, job } = begin();
  const { job: other } = begin(bench);
  const foreign = await photograph(bench, other, 'of another car');
  const code = (of: AttachmentDigest) => codeOfRejection(annotate(bench, job, of, 'drawn'));
  expect(await code(foreign)).toBe('not-found');
  expect(await code(attachmentDigest.parse('a'.repeat(64)))).toBe('not-found');
  await sign(bench.parts, job, 'signature', { name: 'A. Fitter', drawn: true, png: madePng() });
  const signature = bench.view(job).checklist.answers['signature'];
  if (typeof signature !== 'object' || !('signature' in signature)) throw new Error('it is signed');
  expect(await code(signature.signature)).toBe('not-found');
  const removed = await photograph(bench, job);
  removePhoto(bench.parts, job, 'photo-place', removed);
  expect(await code(removed)).toBe('not-found');
  expect(annotated(bench, job)).toEqual([]);
  expect(bench.logged(job)).not.toContain('photo-annotated');
});

test('a photo of the job does not become the annotation of another one', async () => {
  const { bench, job } = begin();
  const [one, other] = [await photograph(bench, job, 'one'), await photograph(bench, job, 'other')];
  if (one === undefined || other === undefined) throw new Error('two photos');
  expect(await codeOfRejection(annotate(bench, job, one, 'other'))).toBe('picture-unusable');
  expect(await codeOfRejection(annotate(bench, job, one, 'one'))).toBe('picture-unusable');
  expect(annotated(bench, job)).toEqual([]);
});

test('a picture that was kept without a blur is not taken as a blurred one', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'with an arrow');
  expect(await codeOfRejection(annotate(bench, job, original, 'with an arrow', true))).toBe(
    'picture-unusable',
  );
  expect(annotated(bench, job)).toMatchObject([{ blurred: false }]);
  await annotate(bench, job, original, 'blurred', true);
  await annotate(bench, job, original, 'blurred', true);
  expect(annotated(bench, job)).toMatchObject([{ blurred: false }, { blurred: true }]);
});

test('a finished job takes no annotation', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  bench.database.write(({ sqlite }) =>
    sqlite.prepare('UPDATE job SET finished_at = ? WHERE id = ?').run(BEGIN, job),
  );
  expect(await codeOfRejection(annotate(bench, job, original, 'late'))).toBe('job-finished');
  expect(annotated(bench, job)).toEqual([]);
});

test('a file that is no JPEG, too large, or of too many pixels is refused; so is one annotation too many', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  const code = (jpeg: Uint8Array) =>
    codeOfRejection(annotatePhoto(bench.parts, job, { of: original, jpeg, blurred: false }));
  expect(await code(madePng())).toBe('picture-unusable');
  expect(await code(madeJpeg('x'.repeat(4 * 1024 * 1024)))).toBe('picture-unusable');
  expect(await code(madeJpeg('', 8000, 5001))).toBe('picture-unusable');
  for (let number = 0; number < MOST_ANNOTATIONS; number += 1)
    expect(await code(madeJpeg(String(number)))).toBe('none');
  expect(await code(madeJpeg('one more'))).toBe('photos-enough');
});

test('after a crash between the file and its entry the photo has no annotation, and it can be made again', async () => {
  const folder = dataFolder();
  const { bench, job } = begin(openJobs(folder));
  const original = await photograph(bench, job);
  bench.refuseToLog('photo-annotated');
  await expect(annotate(bench, job, original, 'lost')).rejects.toThrow('the log cannot be written');
  expect(readdirSync(join(folder, 'attachments'))).toHaveLength(2);
  expect(bench.database.sqlite.prepare('SELECT count(*) FROM attachment').pluck().get()).toBe(1);
  bench.database.close();

  const reopened = openJobs(folder);
  expect(annotated(reopened, job)).toEqual([]);
  expect(nextAttachment(reopened.database.sqlite)?.sha256).toBe(original);
  await annotate(reopened, job, original, 'lost');
  expect(pictureOf(reopened.parts, newest(reopened, job))).toMatch(/^data:image\/jpeg/);
});

test('annotations go with their photo, unless the job shows that photo elsewhere', async () => {
  const { bench, job } = begin();
  const kept = await photograph(bench, job, 'stays');
  await annotate(bench, job, kept, 'stays, drawn');
  const original = await photograph(bench, job, 'goes');
  await annotate(bench, job, original, 'goes, drawn');
  const drawn = newest(bench, job);
  removePhoto(bench.parts, job, 'photo-place', original);
  expect(annotated(bench, job).map((one) => one.original)).toEqual([kept]);
  expect([original, drawn, newest(bench, job)].map((digest) => isWaiting(bench, digest))).toEqual([
    false,
    false,
    true,
  ]);
});

test('the photographed label has annotations, and takes them with it', async () => {
  const { bench, job } = begin();
  await photographLabel(bench.parts, job, { jpeg: madeJpeg('label'), codes: [], beside: '' });
  const label = bench.view(job).label?.digest;
  if (label === undefined) throw new Error('the label is photographed');
  await annotate(bench, job, label, 'label, drawn');
  expect(annotated(bench, job)).toMatchObject([{ original: label }]);
  const drawn = newest(bench, job);
  dropLabel(bench.parts, job);
  expect(annotated(bench, job)).toEqual([]);
  expect(isWaiting(bench, drawn)).toBe(false);
});

test('a hand-over file carries both pictures, also of the photos of a removal', async () => {
  for (const kind of ['installation', 'removal'] as const) {
    const [from, to] = [openJobs(), openJobs()];
    const job = startJob(from.parts, kind);
    chooseCar(from.parts, job, known.car);
    const { template, answers } = from.viewAny(job).checklist;
    const item = template.items.find(({ type }) => type === 'photo')?.id;
    if (item === undefined) throw new Error(`the checklist ${template.id} asks for a photo`);
    await addPhoto(from.parts, job, item, madeJpeg('as taken'));
    expect(answers).toEqual({});
    const original = attachmentDigest.parse(photosOf(from.viewAny(job).checklist.answers, item)[0]);
    await annotate(from, job, original, 'drawn', true);
    giveJob(from.parts, job, null);
    await takeJob(to.parts, parseHandedFile(JSON.stringify(fileOfGiven(from.parts, job))), {
      mayRestore: () => true,
    });
    const [made] = to.viewAny(job).annotations;
    expect(made).toMatchObject({ original, blurred: true, worker: 'Bay 3 Tester' });
    for (const digest of [original, attachmentDigest.parse(made?.digest)]) {
      expect(pictureOf(to.parts, digest)).toMatch(/^data:image\/jpeg/);
      expect(isWaiting(to, digest)).toBe(true);
    }
  }
});

test('a removal of personal data takes the original and all that was drawn on it', async () => {
  const { bench, job } = begin();
  const original = await photograph(bench, job);
  await annotate(bench, job, original, 'drawn', true);
  const drawn = newest(bench, job);
  const plan = readThrough(planRemoval(bench.database.sqlite, { subject: 'job', words: job }, BEGIN));
  expect([...plan.photos].toSorted()).toEqual([original, drawn].toSorted());
  expect(readAttachment(bench.database.sqlite, drawn)).toBeDefined();
});
