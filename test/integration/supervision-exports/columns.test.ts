import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { markStale } from '../../../electron/db/tables/supervision/jobs.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { createExportService } from '../../../electron/reports/exports/service.ts';
import {
  type AnsweredJob,
  exportedJobs,
  type JobsToExport,
} from '../../../electron/supervision/copies-reader.ts';
import {
  carsShown,
  type ExportFormat,
  type ExportManner,
  peopleShown,
} from '../../../shared/domain/supervision-export.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { madeUpFleet } from '../../bench/supervision/made-up-fleet.ts';
import { type Copies, NOW, openCopies, OWNER } from '../supervision/copies.ts';
import { job, loggingLaptops, type Step } from '../supervision/logging-laptops.ts';
import { openly } from './read-exports.ts';

const BEGINS = 1_790_000_000_000;
const manners = peopleShown.options.flatMap((people) =>
  carsShown.options.map((cars): ExportManner => ({ people, cars, language: 'en' })),
);
const checklists = createChecklists({ folder: null, remembered: () => [] });

let copies: Copies;
beforeEach(async () => {
  copies = openCopies();
  for (const { chain, laptop, entries } of madeUpFleet({ laptops: 3, jobs: 30, seed: 3, begins: BEGINS })) {
    copies.take(chain, laptop, entries);
  }
  oddJobs();
  await copies.settle();
});
afterEach(() => copies.close());

/** Lists of several versions, of which the words name persons and cars; items without a list; and no answers at all. */
function oddJobs(): void {
  const log = loggingLaptops(copies);
  const said = (version: number, item: string, text: string, answer: string | number | boolean): Step => [
    'checklist-answered',
    { template: 'own', version, item, text, answer },
  ];
  const car: Step = [
    'car-chosen',
    { car: 7, plate: 'M-BX 17', name: 'Van 17', vin: 'WF0XXXTTGXJA12345', brand: 'Ford', model: 'Transit' },
  ];
  log('Bay 8', job(1), 'Jo Hill', BEGINS, [
    ['job-started', { kind: 'installation' }],
    car,
    said(2, 'note', 'Asked by Jo Hill for M-BX 17', 'as before'),
    said(2, 'length', 'Length', 12),
  ]);
  log('Bay 9', job(2), 'Ann Poe', BEGINS + 1, [
    ['job-started', { kind: 'installation' }],
    said(3, 'length', 'Length', 'long'),
    said(3, 'note', 'Note of Ann Poe', true),
  ]);
  log('Bay 9', job(3), 'Ann Poe', BEGINS + 2, [['job-started', { kind: 'removal' }], car]);
  log('Bay 9', job(4), 'Kim Oak', BEGINS + 3, [
    ['job-started', { kind: 'installation' }],
    said(1, 'note', 'An older note', 'no'),
  ]);
}

const found = (): JobsToExport =>
  exportedJobs(
    { sqlite: copies.database.sqlite, queue: copies.queue.sqlite, owner: OWNER, checklists },
    copies.lookUp().all(supervisionFilter.parse({}), newestFirst),
  );

async function saved(
  jobs: JobsToExport,
  manner: ExportManner,
  format: ExportFormat = 'csv',
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-columns-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = createExportService({
    open: () => jobs,
    target: () => ({ ...OWNER, baseUrl: 'http://127.0.0.1:9' }),
    clock: { now: () => NOW },
    translator: createTranslator,
    pdf: { render: () => Promise.reject(new Error('nothing is printed')) },
    onChange: () => undefined,
  });
  const path = join(folder, 'out');
  const filter = supervisionFilter.parse({});
  expect(await service.saveTable(path, { filter, sort: newestFirst, format, manner })).toBe(true);
  return readFileSync(path, 'utf8');
}

/** The same jobs, each of them whole also where only its answers are asked for. */
function wholly({ total, rows, photosOfOthers }: JobsToExport): JobsToExport {
  return {
    total,
    photosOfOthers,
    rows,
    answered: { [Symbol.iterator]: () => Array.from(rows, (row) => ({ ...row, whole: () => row })).values() },
  };
}

/** The same file, of which every job is read from its entries, as if it had not been put together since they came. */
function fromEntries(): void {
  copies.database.write((context) => {
    const jobs = context.sqlite.prepare<[], number>('SELECT ordinal FROM job').pluck().all();
    for (const ordinal of jobs) markStale(context, ordinal);
  });
}

describe('the file is the same to the byte', () => {
  test.each(manners)('where every job is read whole for the columns ($people, $cars)', async (manner) => {
    expect(await saved(found(), manner)).toBe(await saved(wholly(found()), manner));
  });

  test.each(manners)('where every job is read from its entries ($people, $cars)', async (manner) => {
    const kept = { csv: await saved(found(), manner), json: await saved(found(), manner, 'json') };
    fromEntries();
    expect(await saved(found(), manner)).toBe(kept.csv);
    expect(await saved(found(), manner, 'json')).toBe(kept.json);
  });
});

test('a head names no person and no car that the manner leaves out', async () => {
  const [head = ''] = (await saved(found(), { ...openly, people: 'numbered', cars: 'left-out' })).split(
    '\r\n',
  );
  expect(head).toMatch(/own: Note of Person \d+/);
  expect(head).not.toMatch(/Jo Hill|Ann Poe|M.?BX/);
});

test('only a job that adds or renews a column is read whole for the columns', async () => {
  const jobs = found();
  const read: string[] = [];
  function* noted(): Generator<AnsweredJob> {
    for (const one of jobs.answered) {
      const whole = () => {
        const row = one.whole();
        if (row !== null) read.push(row.jobId);
        return row;
      };
      yield { ...one, whole };
    }
  }
  await saved({ ...jobs, answered: { [Symbol.iterator]: noted } }, openly);
  expect(jobs.total).toBe(34);
  expect(new Set(read).size).toBeLessThan(8);
});
