import { afterEach, beforeEach, expect, test } from 'vitest';
import { addPhoto, photosOf, removePhoto } from '../../../electron/jobs/pictures.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { photographLabel } from '../../../electron/jobs/steps/box-label.ts';
import { chooseCar } from '../../../electron/jobs/steps/car.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { entryOf } from '../../../electron/log/append.ts';
import { chainOfEntry } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { renderJobPaper } from '../../../electron/reports/exports/job/render-job.ts';
import { questionOf } from '../../../shared/domain/supervision-job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { attachmentDigest } from '../../../shared/relay/attachments.ts';
import { madeJpeg } from '../../pictures/made-pictures.ts';
import { type JobBench, known, openJobs } from '../../unit/jobs/bench.ts';
import { exampleProfile } from '../../unit/report/example-job.ts';
import { exportsOf, openly } from '../supervision-exports/read-exports.ts';
import { type Copies, NOW, openCopies } from './copies.ts';

/* The names of photos on the supervisor's page of a job that is under way: they are not all in the language of the log. */

let copies: Copies;
beforeEach(() => {
  copies = openCopies();
});
afterEach(() => copies.close());

function begin(bench: JobBench): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, known.car);
  return job;
}

/** The page of a job whose laptop brings its whole log to the supervisor. */
async function pageOf({ database: { sqlite } }: JobBench, job: JobId) {
  copies.take(chainOfEntry(sqlite, 1).chain, 'Bay 1', logFrom(sqlite, 1, 100).map(entryOf));
  await copies.settle();
  return copies.jobPage(job);
}

const paperOf = (page: Awaited<ReturnType<typeof pageOf>>): string =>
  renderJobPaper(page, {
    profile: exampleProfile(),
    manner: { ...openly, language: 'de' },
    printedAt: NOW,
    photos: new Map(),
  });

const IN_GERMAN = 'Fotos der Box an ihrem Platz, bevor die Verkleidung wieder drankommt';

test('a photo that comes before any answer is named by its checklist', async () => {
  const bench = openJobs();
  const job = begin(bench);
  await addPhoto(bench.parts, job, 'photo-place', madeJpeg('one'));
  const page = await pageOf(bench, job);
  const { template } = bench.view(job).checklist;
  expect(page.checklist).toMatchObject({ template: template.id, version: template.version });
  expect(page.checklist?.items).toMatchObject([{ item: 'photo-place', asked: { text: { de: IN_GERMAN } } }]);
  expect(paperOf(page)).toContain(IN_GERMAN);
});

test('a photo that was taken out keeps the name of its item', async () => {
  const bench = openJobs();
  const job = begin(bench);
  await addPhoto(bench.parts, job, 'photo-place', madeJpeg('one'));
  const digest = attachmentDigest.parse(photosOf(bench.view(job).checklist.answers, 'photo-place')[0]);
  removePhoto(bench.parts, job, 'photo-place', digest);
  const page = await pageOf(bench, job);
  const [photo] = page.photos;
  expect(photo).toMatchObject({ item: 'photo-place' });
  expect(photo?.removedAt).toBeGreaterThan(0);
  expect(photo && questionOf(page, photo)).toMatchObject({ text: { de: IN_GERMAN } });
});

test('the photo of the label of a Box is named in the language of the paper and of the table', async () => {
  const bench = openJobs();
  const job = begin(bench);
  await photographLabel(bench.parts, job, { jpeg: madeJpeg('label'), codes: [], beside: '' });
  const alone = paperOf(await pageOf(bench, job));
  expect(alone).toContain('Etikett der Box');
  expect(alone).not.toContain('Label of the Box');
  await addPhoto(bench.parts, job, 'photo-place', madeJpeg('one'));
  const amongAnswers = paperOf(await pageOf(bench, job));
  expect(amongAnswers).toContain('Etikett der Box');
  expect(amongAnswers).not.toContain('Label of the Box');
  const table = await exportsOf(() => copies, []).saved('csv', { ...openly, language: 'de' });
  expect(table).toContain(': Etikett der Box');
});
