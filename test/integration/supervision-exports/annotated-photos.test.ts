import { afterEach, beforeEach, expect, test } from 'vitest';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { renderJobPaper } from '../../../electron/reports/exports/job/render-job.ts';
import { packFiles } from '../../../electron/reports/exports/pack.ts';
import { photosFor } from '../../../electron/reports/exports/shown.ts';
import { createTranslator } from '../../../electron/base/translator.ts';
import { exportedJobs, jobToExport, photosOfOtherJobs } from '../../../electron/supervision/copies-reader.ts';
import { type SupervisionFilter, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { type AttachmentDigest, attachmentDigest } from '../../../shared/relay/attachments.ts';
import { exampleProfile } from '../../unit/report/example-job.ts';
import { type Copies, NOW, openCopies, OWNER } from '../supervision/copies.ts';
import { job, loggingLaptops } from '../supervision/logging-laptops.ts';
import { exportsOf, openly } from './read-exports.ts';

const digest = (letter: string): AttachmentDigest => attachmentDigest.parse(letter.repeat(64));
const picture = (one: string) => `data:image/jpeg;base64,${Buffer.from(one.charAt(0)).toString('base64')}`;

let copies: Copies;
let log: ReturnType<typeof loggingLaptops>;
beforeEach(async () => {
  copies = openCopies();
  log = loggingLaptops(copies);
  log('Bay 1', job(1), 'Jo Hill', 1_790_000_000_000, [
    ['job-started', { kind: 'installation' }],
    [
      'checklist-answered',
      { template: 'workshop', version: 3, item: 'place', text: 'Where?', answer: 'left' },
    ],
    ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: digest('a') }],
    ['photo-annotated', { item: 'photo', digest: digest('b'), original: digest('a'), blurred: true }],
    ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: digest('c') }],
    ['photo-annotated', { item: 'photo', digest: digest('d'), original: digest('c'), blurred: false }],
    // The label of the Box belongs to no item of the checklist.
    ['photo-taken', { item: 'box-label', text: 'Label of the Box', digest: digest('e') }],
    ['photo-annotated', { item: 'box-label', digest: digest('f'), original: digest('e'), blurred: true }],
    ['job-finished'],
  ]);
  await copies.settle();
});
afterEach(() => copies.close());

const page = () => copies.jobPage(job(1));

/** The paper of the first job with all its pictures at hand. */
function paper(): string {
  const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(
    (letter) => [digest(letter), { picture: picture(letter), missing: null }] as const,
  );
  const photos = new Map(all);
  return renderJobPaper(page(), { profile: exampleProfile(), manner: openly, printedAt: NOW, photos });
}
const embeddedIn = (document: string) => [...document.matchAll(/src="([^"]+)"/g)].map(([, source]) => source);

test('the paper of a job has the blurred picture in the place of its original, whose digest it names', () => {
  const of = page();
  // Nothing is fetched that is not shown.
  expect(photosFor(of, openly).map((one) => one.digest.charAt(0))).toEqual(['b', 'c', 'd', 'f']);
  const document = paper();
  expect(embeddedIn(document)).toEqual(['b', 'd', 'c', 'f'].map(picture));
  for (const letter of ['a', 'b', 'c', 'd', 'e', 'f'])
    expect(document).toContain(`SHA-256 ${digest(letter)}`);
  expect(document).toContain('Marked up: Jo Hill');
  // A withheld picture is not reported as one that could not be had.
  expect(document).not.toContain('photos cannot be shown');
});

test('the page of a job has both pictures, and the answer counts the photos that were taken', () => {
  const { photos, checklist } = page();
  expect(
    photos.map(({ digest: one, original, blurred }) => [one.charAt(0), original?.charAt(0), blurred]),
  ).toEqual([
    ['a', undefined, false],
    ['b', 'a', true],
    ['c', undefined, false],
    ['d', 'c', false],
    ['e', undefined, false],
    ['f', 'e', true],
  ]);
  expect(checklist?.items.find(({ item }) => item === 'photo')?.photos).toEqual([digest('a'), digest('c')]);
});

test('the table names each annotation with its original, in the CSV before it', async () => {
  const tables = exportsOf(() => copies, []);
  const [exported] = await tables.jobsOf();
  expect(exported?.answers.find(({ item }) => item === 'photo')).toMatchObject({
    photos: [digest('a'), digest('c')],
    annotations: [
      { sha256: digest('b'), original: digest('a'), blurred: true },
      { sha256: digest('d'), original: digest('c'), blurred: false },
    ],
  });
  const [line] = await tables.linesOf();
  expect(Object.values(line ?? {})).toContain(['b', 'a', 'd', 'c'].map(digest).join(' '));
});

/** The files of a pack of these jobs. */
async function packOf(filter: SupervisionFilter): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const checklists = createChecklists({ folder: null, remembered: () => [] });
  const sources = { sqlite: copies.database.sqlite, queue: copies.queue.sqlite, owner: OWNER, checklists };
  const packed = packFiles(
    { month: '2026-09', filter, manner: openly },
    {
      photos: { here: picture, get: () => Promise.resolve({ picture: null, missing: 'no-connection' }) },
      logs: () => [],
      page: { extension: 'html', render: (html) => Promise.resolve(html) },
      profile: exampleProfile(),
    },
    {
      open: (which, sort) => exportedJobs(sources, copies.lookUp().all(which, sort)),
      stop: new AbortController().signal,
      made: { jobs: 0, photos: 0, missing: 0 },
      translator: createTranslator,
      turnTo: () => undefined,
      progress: () => undefined,
      clock: { now: () => NOW },
      target: () => ({ ...OWNER, baseUrl: 'http://127.0.0.1:9' }),
    },
  );
  for await (const { name, pieces } of packed) {
    let text = '';
    for await (const piece of pieces) text += String(piece);
    files.set(name, text);
  }
  return files;
}

/** The first letters of the photos in a pack. */
const photosIn = (files: ReadonlyMap<string, string>) =>
  [...files.keys()]
    .filter((name) => name.endsWith('.jpg'))
    .map((name) => name.charAt(7))
    .toSorted();
const missingIn = (files: ReadonlyMap<string, string>): unknown =>
  JSON.parse(files.get('photos/missing.json') ?? '');
const why = 'Not in this pack: a part of it is blurred in another picture';

test('a monthly pack has no photo that another picture of it blurs, and says so', async () => {
  const files = await packOf(supervisionFilter.parse({}));
  expect(photosIn(files)).toEqual(['b', 'c', 'd', 'f']);
  expect(missingIn(files)).toEqual(
    ['a', 'e'].map((letter) => ({ digest: digest(letter), job: job(1), why })),
  );
  expect(files.get('README.txt')).not.toMatch(/[1-9] (?:photos )?missing/);
});

/** Another job shows a photo of the first one, and blurs a part of it. */
async function blurredByOther() {
  log('Bay 2', job(2), 'Ann Lee', 1_790_000_900_000, [
    ['job-started', { kind: 'installation' }],
    ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: digest('c') }],
    ['photo-annotated', { item: 'photo', digest: digest('9'), original: digest('c'), blurred: true }],
    ['job-finished'],
  ]);
  await copies.settle();
}

test('the paper of a job has no photo that only another job blurs', async () => {
  await blurredByOther();
  expect(photosFor(page(), openly).map((one) => one.digest.charAt(0))).toEqual(['b', 'f']);
  const document = paper();
  expect(embeddedIn(document)).toEqual(['b', 'f'].map(picture));
  // The pictures are named as withheld, and not as ones that could not be had.
  for (const letter of ['c', 'd']) expect(document).toContain(`SHA-256 ${digest(letter)}`);
  expect(document).not.toContain('photos cannot be shown');
  expect(document.match(/Marked up: Jo Hill/g)).toHaveLength(2);
});

test('a monthly pack has no photo that only a job outside the pack blurs', async () => {
  await blurredByOther();
  const files = await packOf(supervisionFilter.parse({ installers: ['Jo Hill'] }));
  expect(photosIn(files)).toEqual(['b', 'f']);
  // The unblurred annotation of the photo shows the same part.
  expect(missingIn(files)).toEqual(
    ['a', 'c', 'd', 'e'].map((letter) => ({ digest: digest(letter), job: job(1), why })),
  );
});

test('the other jobs that show a picture of the paper are read in a turn each, until it is stopped', async () => {
  for (const other of [2, 3, 4]) {
    log('Bay 2', job(other), 'Sam Reed', 1_790_000_100_000, [
      ['photo-taken', { item: 'photo', text: 'Photo of the Box', digest: digest('c') }],
      ['photo-annotated', { item: 'photo', digest: digest('d'), original: digest('c'), blurred: true }],
    ]);
  }
  await copies.settle();
  const { photosOfOthers: _all, ...own } = page();
  let turns = 0;
  const turn = () => {
    turns += 1;
    if (turns < 3) setImmediate(turn);
  };
  setImmediate(turn);
  const turnsBefore: number[] = [];
  const counted = function* () {
    for (const photos of photosOfOtherJobs(copies.database.sqlite, own)) {
      turnsBefore.push(turns);
      yield photos;
    }
  };
  const whole = await jobToExport(own, counted(), AbortSignal.any([]));
  expect(turnsBefore).toEqual([0, 1, 2]);
  if (whole === null) throw new Error('it was not stopped');
  expect(photosFor(whole, openly).map((one) => one.digest.charAt(0))).toEqual(['b', 'd', 'f']);
  expect(await jobToExport(own, counted(), AbortSignal.abort())).toBeNull();
  expect(turnsBefore).toHaveLength(4);
});
