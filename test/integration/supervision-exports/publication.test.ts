import { afterEach, beforeEach, expect, test } from 'vitest';
import { renderJobPaper } from '../../../electron/reports/exports/job/render-job.ts';
import type { JobId } from '../../../shared/ids.ts';
import { exampleProfile } from '../../unit/report/example-job.ts';
import type { Step } from '../../unit/supervision/logged-job.ts';
import { type Copies, NOW, openCopies } from '../supervision/copies.ts';
import { job, loggingLaptops } from '../supervision/logging-laptops.ts';
import { exportsOf, openly } from './read-exports.ts';

const BEGINS = 1_790_000_000_000;
const chosen = (publication?: number): Step => [
  'checklist-chosen',
  { template: 'vans', version: 3, ...(publication === undefined ? {} : { publication }) },
];
const answered = (more: object = {}): Step => [
  'checklist-answered',
  { template: 'vans', version: 3, item: 'place', text: 'Where?', answer: 'left', ...more },
];

/** Jobs by the publication that their log names last; null = none. */
const jobs: readonly (readonly [steps: readonly Step[], publication: number | null])[] = [
  [[chosen(4), answered()], 4],
  [[answered({ publication: 5 })], 5],
  [[chosen(4), answered(), ['checklist-completed', { template: 'vans', version: 3, publication: 6 }]], 6],
  [[chosen(4), chosen(), answered()], null],
  [[chosen(4), answered({ version: 2 })], null],
  [[answered()], null],
];

let copies: Copies;
beforeEach(async () => {
  copies = openCopies();
  const log = loggingLaptops(copies);
  for (const [index, [steps]] of jobs.entries()) {
    const started: Step = ['job-started', { kind: 'installation' }];
    log('Bay 1', job(index + 1), 'Jo Hill', BEGINS + index * 60_000, [started, ...steps, ['job-finished']]);
  }
  await copies.settle();
});
afterEach(() => copies.close());

const page = (of: JobId) => copies.jobPage(of);
const paper = (of: JobId) =>
  renderJobPaper(page(of), {
    profile: exampleProfile(),
    manner: openly,
    printedAt: NOW,
    photos: new Map(),
  });

test('the page of a job has the publication that its log names', () => {
  expect(jobs.map((_, index) => page(job(index + 1)).checklist?.publication)).toEqual(
    jobs.map(([, publication]) => publication),
  );
});

test('the paper of a job names it, and no other where the checklist was the laptop’s own', () => {
  expect(paper(job(1))).toContain('vans, version 3, publication 4 of the office');
  expect(paper(job(4))).not.toContain('of the office');
});

test('CSV and JSON have it', async () => {
  const { jobsOf, linesOf } = exportsOf(() => copies, []);
  const byJob = new Map((await jobsOf()).map(({ job: id, checklist }) => [id, checklist?.publication]));
  const lines = new Map((await linesOf()).map((line) => [line['Job'], line['Publication']]));
  for (const [index, [, publication]] of jobs.entries()) {
    expect(byJob.get(job(index + 1))).toBe(publication);
    expect(lines.get(job(index + 1))).toBe(publication === null ? '' : String(publication));
  }
});
