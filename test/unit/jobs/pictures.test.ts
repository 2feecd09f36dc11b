import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  pictureOf,
  plainJpeg,
  addPhoto,
  photosOf,
  removePhoto,
  sign,
} from '../../../electron/jobs/pictures.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { answerItem } from '../../../electron/jobs/steps/fitting.ts';
import { countAttachmentsToSend, nextAttachment } from '../../../electron/db/tables/queue/attachments.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { codeOfRejection, problemCodeOf } from '../../integration/db/problem-code.ts';
import { dataFolder, type JobBench, known, openJobs } from './bench.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';

const segment = (marker: number, text: string) => {
  const body = Buffer.from(text, 'latin1');
  return Buffer.concat([Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 0xff]), body]);
};
/** As a camera writes it: with place and time, a comment, then the picture itself. */
const fromCamera = (picture: string) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, 'JFIF'),
    segment(0xe1, 'Exif GPS 48.137, 11.575'),
    segment(0xfe, 'made by a person'),
    segment(0xdb, 'tables'),
    // Three lines of four.
    segment(0xc0, '\x08\0\x03\0\x04\x01\x01\x11\0'),
    segment(0xda, 'scan'),
    Buffer.from(picture, 'latin1'),
    Buffer.from([0xff, 0xd9]),
  ]);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

const begin = (bench: JobBench) => {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  return job;
};
const photos = (bench: JobBench, job: ReturnType<typeof begin>) =>
  photosOf(bench.view(job).checklist.answers, 'photo-place');
/** The files to upload; one file at most in these tests. */
const waiting = ({ database }: JobBench): readonly string[] => {
  const next = nextAttachment(database.sqlite);
  expect(countAttachmentsToSend(database.sqlite)).toBe(next === undefined ? 0 : 1);
  return next === undefined ? [] : [next.sha256];
};

test('a photo is stored under its digest, without the camera’s metadata, and waits for the relay', async () => {
  const folder = dataFolder();
  const bench = openJobs(folder);
  const job = begin(bench);
  await addPhoto(bench.parts, job, 'photo-place', fromCamera('light and shadow'));
  const [digest] = photos(bench, job);
  expect(readdirSync(join(folder, 'attachments'))).toEqual([digest]);
  const kept = readFileSync(join(folder, 'attachments', String(digest)));
  expect(createHash('sha256').update(kept).digest('hex')).toBe(digest);
  expect(kept.toString('latin1')).toContain('light and shadow');
  expect(kept.toString('latin1')).not.toMatch(/GPS|Exif|somebody/);
  expect(waiting(bench)).toEqual([digest]);
  expect(bench.logged(job)).toContain('photo-taken');
});

test('several photos of one item are kept in their order, the same one once', async () => {
  const bench = openJobs();
  const job = begin(bench);
  for (const picture of ['one', 'two', 'one'])
    await addPhoto(bench.parts, job, 'photo-place', fromCamera(picture));
  expect(photos(bench, job)).toHaveLength(2);
  expect(bench.logged(job).filter((type) => type === 'photo-taken')).toHaveLength(2);
});

test('a photo that is taken out is gone from the job, and the log keeps both', async () => {
  const bench = openJobs();
  const job = begin(bench);
  await addPhoto(bench.parts, job, 'photo-place', fromCamera('one'));
  const digest = attachmentDigest.parse(photos(bench, job)[0]);
  removePhoto(bench.parts, job, 'photo-place', digest);
  expect(bench.view(job).checklist.answers).toEqual({});
  expect(bench.logged(job).slice(-2)).toEqual(['photo-taken', 'photo-removed']);
});

test('a photo that is taken out before the relay has it is not brought there, unless another job has it too', async () => {
  const bench = openJobs();
  const [one, other] = [begin(bench), begin(bench)];
  for (const job of [one, other]) await addPhoto(bench.parts, job, 'photo-place', fromCamera('one'));
  const digest = attachmentDigest.parse(photos(bench, one)[0]);
  removePhoto(bench.parts, one, 'photo-place', digest);
  expect(waiting(bench)).toEqual([digest]);
  removePhoto(bench.parts, other, 'photo-place', digest);
  expect(waiting(bench)).toEqual([]);
  // A withdrawn photo that is taken again is uploaded again.
  await addPhoto(bench.parts, one, 'photo-place', fromCamera('one'));
  expect(waiting(bench)).toEqual([digest]);
});

test('a photo whose log entry cannot be written is no answer, and delays nothing', async () => {
  const bench = openJobs();
  const job = begin(bench);
  bench.refuseToLog('photo-taken');
  await expect(addPhoto(bench.parts, job, 'photo-place', fromCamera('one'))).rejects.toThrow(
    'the log cannot be written',
  );
  expect(photos(bench, job)).toEqual([]);
  expect(waiting(bench)).toEqual([]);
});

test('a file that is no picture, is too large, or is one too many is refused', async () => {
  const bench = openJobs();
  const job = begin(bench);
  const add = (bytes: Uint8Array) => codeOfRejection(addPhoto(bench.parts, job, 'photo-place', bytes));
  expect(await add(Buffer.from('<svg onload="alert(1)">'))).toBe('picture-unusable');
  expect(await add(fromCamera('x'.repeat(4 * 1024 * 1024)))).toBe('picture-unusable');
  for (let number = 0; number < 12; number += 1) expect(await add(fromCamera(String(number)))).toBe('none');
  expect(await add(fromCamera('one more'))).toBe('photos-enough');
});

test('a truncated JPEG is refused, wherever it ends', () => {
  const whole = fromCamera('picture');
  const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
  for (let length = 0; length < scan; length += 1) expect(plainJpeg(whole.subarray(0, length))).toBeNull();
  expect(plainJpeg(whole)).not.toBeNull();
});

test('a signature is kept with its name; no signature is kept without one, and it can be taken back', async () => {
  const bench = openJobs();
  const job = begin(bench);
  const signing = (name: string) => sign(bench.parts, job, 'signature', { name, drawn: false, png });
  expect(await codeOfRejection(signing('  '))).toBe('name-missing');
  await signing(' A.  Fitter ');
  const answer = bench.view(job).checklist.answers['signature'];
  expect(answer).toMatchObject({ name: 'A. Fitter', drawn: false });
  expect(waiting(bench)).toHaveLength(1);
  await sign(bench.parts, job, 'signature', null);
  expect(waiting(bench)).toEqual([]);
  expect(bench.view(job).checklist.answers).toEqual({});
  expect(bench.logged(job).slice(-2)).toEqual(['signed', 'signature-taken-back']);
});

test('a picture cannot be typed as an answer, and is accepted only by picture items', async () => {
  const bench = openJobs();
  const job = begin(bench);
  expect(problemCodeOf(() => answerItem(bench.parts, job, 'photo-place', 'a picture'))).toBe('input-invalid');
  expect(await codeOfRejection(addPhoto(bench.parts, job, 'note', fromCamera('one')))).toBe('not-found');
});

test('a kept picture is shown until its file is gone', async () => {
  const bench = openJobs();
  const job = begin(bench);
  await addPhoto(bench.parts, job, 'photo-place', fromCamera('one'));
  const digest = attachmentDigest.parse(photos(bench, job)[0]);
  expect(pictureOf(bench.parts, digest)).toMatch(/^data:image\/jpeg;base64,\/9j/);
  expect(pictureOf(bench.parts, attachmentDigest.parse('0'.repeat(64)))).toBeNull();
});

test('a kept picture of more pixels than a window may decode is not shown', async () => {
  const folder = dataFolder();
  const bench = openJobs(folder);
  const job = begin(bench);
  const digestsOf = () => photos(bench, job).map((digest) => attachmentDigest.parse(digest));
  await addPhoto(bench.parts, job, 'photo-place', madeJpeg('one', 8000, 5000));
  await addPhoto(bench.parts, job, 'photo-place', madeJpeg('other', 8000, 5000));
  // As a program that exchanges files, or a version that kept such pictures.
  writeFileSync(join(folder, 'attachments', String(digestsOf()[1])), madeJpeg('', 8000, 5001));
  expect(digestsOf().map((digest) => pictureOf(bench.parts, digest) === null)).toEqual([false, true]);
});
