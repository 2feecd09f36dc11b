import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTranslator } from '../../../electron/base/translator.ts';
import { discardJob, startJob } from '../../../electron/jobs/start.ts';
import { chooseLeavingBox, readLosses, takeOut } from '../../../electron/jobs/leaving/take-out.ts';
import { installBox, takeKey } from '../../../electron/jobs/steps/box.ts';
import { chooseCar, chooseGroup } from '../../../electron/jobs/steps/car.ts';
import { finishJob } from '../../../electron/jobs/finish.ts';
import {
  handOverNotWorking,
  proveAccess,
  recordAccess,
  removeTestAccess,
  startVerification,
} from '../../../electron/jobs/steps/verify.ts';
import { listJobs } from '../../../electron/jobs/view.ts';
import { verdictOn } from '../../../electron/reports/document.ts';
import { applyOutcome } from '../../../electron/operations/outcomes/apply.ts';
import { createJobIndex } from '../../../electron/supervision/job-index/job-index.ts';
import { createExportService } from '../../../electron/reports/exports/service.ts';
import { renderJobPaper } from '../../../electron/reports/exports/job/render-job.ts';
import { renderSheet } from '../../../electron/reports/exports/sheet.ts';
import { createShownJobs } from '../../../electron/reports/exports/shown.ts';
import { exportedJobs, photosOfOtherJobs } from '../../../electron/supervision/copies-reader.ts';
import { jobPage } from '../../../electron/supervision/job-page.ts';
import { createJobQueries, type JobQueries } from '../../../electron/supervision/job-queries.ts';
import { projectSome } from '../../../electron/supervision/project-jobs.ts';
import { readOwnLog } from '../../../electron/supervision/read-logs.ts';
import { openSupervisionFile } from '../../../electron/supervision/copies-file.ts';
import { readOperation } from '../../../electron/db/tables/queue/operations.ts';
import { dayNumbers } from '../../../renderer/screens/home/today.ts';
import { countedRow, newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { isDone } from '../../../shared/domain/supervision-overview.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { ExportedRow } from '../../../shared/domain/supervision-job.ts';
import { installationsExport } from '../../../shared/domain/supervision-export.ts';
import { type CarId, carId, type JobId, productId } from '../../../shared/ids.ts';
import { makeProblem } from '../../../shared/problem.ts';
import { MINUTE } from '../../../shared/time.ts';
import { type JobBench, known, openJobs, someKey } from '../../unit/jobs/bench.ts';
import { unreachableOperator } from '../../unit/jobs/leaving-bench.ts';
import { exampleProfile } from '../../unit/report/example-job.ts';
import { arrives, reviewFor } from '../../unit/reviewing/reviewing-bench.ts';
import { jobsOf } from '../../unit/supervision-exports/rows.ts';
import { OWNER, rethrow } from './copies.ts';
import { openly } from '../supervision-exports/read-exports.ts';
import { writtenHere } from './written-here.ts';

const GROUP = 'Bay 3 arrivals';
const car = (number: number): CarId => carId.parse(21_000 + number);
const box = (number: number): string => `00777${String(number).padStart(4, '0')}`;

let bench: JobBench;
beforeEach(() => {
  bench = openJobs();
  for (let number = 1; number <= 9; number += 1) {
    const more = { description: null, vin: null, brand: 'Ford', model: 'Transit' };
    bench.directory.recordCar({
      ...more,
      id: car(number),
      name: `Day ${number}`,
      licensePlate: `M DAY ${number}`,
    });
    bench.directory.recordProduct({
      id: productId.parse(280_000 + number),
      uniqueId: `C1-08-DA-0${number}`,
      serialNumber: box(number),
      sapNumber: 'SAP-100',
      type: 'Box',
      carId: null,
    });
  }
});

/** The operator confirms everything that was asked of it. */
function confirmed(job: JobId): void {
  for (const { id, state } of bench.operations(job)) {
    if (state !== 'done' && state !== 'failed' && state !== 'cancelled') bench.isDone(id, 7001);
  }
}

function refused(job: JobId, kind: string): void {
  const id = bench.operations(job).findLast((row) => row.kind === kind)?.id;
  const row = id === undefined ? undefined : readOperation(bench.database.sqlite, id);
  if (row === undefined) throw new Error(`no ${kind}`);
  const problem = makeProblem('operator-rejected', {}, 'No.');
  bench.database.write((context) =>
    applyOutcome(context, bench.parts, row, { outcome: 'failed', problem }, bench.parts.clock.now()),
  );
}

function fitted(number: number): JobId {
  const job = startJob(bench.parts);
  chooseCar(bench.parts, job, car(number));
  takeKey(bench.parts, job, someKey);
  installBox(bench.parts, job, box(number));
  chooseGroup(bench.parts, job, { id: known.group });
  startVerification(bench.parts, job, known.user, 15);
  confirmed(job);
  return job;
}

function finished(job: JobId): JobId {
  bench.later(MINUTE);
  finishJob(bench.parts, job);
  return job;
}

/** Opened and closed, its test access removed again, and finished. */
function proven(job: JobId): JobId {
  proveAccess(bench.parts, job);
  confirmed(job);
  return finished(job);
}

async function leaving(kind: 'removal' | 'swap', number: number, next?: number): Promise<JobId> {
  const job = startJob(bench.parts, kind);
  const client = unreachableOperator(bench);
  chooseCar(bench.parts, job, car(number));
  chooseLeavingBox(bench.parts, job, { serialNumber: box(number) });
  await readLosses({ ...bench.parts, client, directory: bench.directory }, job);
  if (next !== undefined) installBox(bench.parts, job, box(next));
  const view = bench.viewAny(job);
  if (view.kind === 'installation') throw new Error('an installation');
  takeOut(bench.parts, job, { code: 'defective', text: '' }, view.removal.losses?.readAt ?? 0);
  confirmed(job);
  return job;
}

/** One day with all that can become of a job. */
async function mixedDay() {
  const next = <Value>(value: Value): Value => {
    bench.later(MINUTE);
    return value;
  };
  const jobs = {
    installation: next(proven(fitted(1))),
    'rework asked': next(proven(fitted(2))),
    'to be removed': next(proven(fitted(3))),
    'to be swapped': next(proven(fitted(4))),
    'did not open': next(fitted(5)),
    refused: startJob(bench.parts),
    'without a Box': startJob(bench.parts),
    unfinished: next(fitted(7)),
    discarded: startJob(bench.parts),
  };
  recordAccess(bench.parts, jobs['did not open'], 'opened', false);
  removeTestAccess(bench.parts, jobs['did not open']);
  confirmed(jobs['did not open']);
  handOverNotWorking(bench.parts, jobs['did not open'], 'The antenna is on order');
  finished(jobs['did not open']);

  chooseCar(bench.parts, jobs.refused, car(6));
  installBox(bench.parts, jobs.refused, box(6));
  refused(jobs.refused, 'install');
  chooseGroup(bench.parts, jobs.refused, { id: known.group });
  finished(jobs.refused);

  chooseCar(bench.parts, jobs['without a Box'], car(8));
  chooseGroup(bench.parts, jobs['without a Box'], { id: known.group });
  confirmed(jobs['without a Box']);
  finished(jobs['without a Box']);

  discardJob(bench.parts, jobs.discarded, '');
  arrives(bench, reviewFor(jobs['rework asked']));
  const removal = finished(next(await leaving('removal', 3)));
  const swap = next(await leaving('swap', 4, 9));
  startVerification(bench.parts, swap, known.user, 15);
  confirmed(swap);
  return { ...jobs, removal, swap: proven(swap) };
}

/** The supervisor's copies of this laptop's log. */
async function supervised(): Promise<{
  readonly lookUp: JobQueries;
  readonly rows: readonly ExportedRow[];
  readonly paper: (job: JobId) => string;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-mixed-day-'));
  const { clock, checklists } = bench.parts;
  const { database } = openSupervisionFile({
    file: join(folder, 'supervision.db'),
    clock,
  });
  onTestFinished(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });
  const queue = bench.database.sqlite;
  const jobIndex = createJobIndex([], []);
  const copies = writtenHere(database);
  const own = { copies, queue, laptop: null, onForgotten: () => undefined, report: rethrow };
  while (await readOwnLog(own, 50));
  while ((await projectSome({ copies, queue, jobIndex, report: rethrow }, 3)) > 0);
  const lookUp = createJobQueries({
    sqlite: database.sqlite,
    jobIndex,
    now: () => clock.now(),
    dayOf: (at) => new Date(at).toISOString().slice(0, 10),
  });
  const page = (job: JobId) => {
    const { sqlite } = database;
    const read = jobPage({ sqlite, jobIndex, queue, owner: OWNER, checklists, now: clock.now() }, job);
    return { ...read, photosOfOthers: [...photosOfOtherJobs(sqlite, read)] };
  };
  return {
    lookUp,
    rows: [
      ...exportedJobs(
        { sqlite: database.sqlite, queue, owner: OWNER, checklists },
        lookUp.all(supervisionFilter.parse({ groups: [GROUP] }), newestFirst),
      ).rows,
    ],
    paper: (job) =>
      renderJobPaper(page(job), {
        profile: exampleProfile(),
        manner: openly,
        printedAt: clock.now(),
        photos: new Map(),
      }),
  };
}

/** The figures at the head of a sheet, by their words. */
function figuresOfSheet(rows: readonly ExportedRow[]): Readonly<Record<string, number>> {
  const html = renderSheet(
    rows.map(createShownJobs(openly, { numbered: String, leftOut: '' })),
    { group: GROUP, profile: exampleProfile() },
    {
      language: 'en',
      printedAt: bench.parts.clock.now(),
      translate: createTranslator('en'),
      timeZone: 'UTC',
    },
  );
  const head = html.split('class="counts"')[1]?.split('</section>')[0] ?? '';
  const counts = head.matchAll(/<b>(\d+)<\/b>\s*<span>([^<]+)<\/span>/g);
  return Object.fromEntries([...counts].map(([, count, word = '']) => [word, Number(count)] as const));
}

async function exported(rows: readonly ExportedRow[]) {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-mixed-table-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const service = createExportService({
    open: () => jobsOf(rows, rows.length),
    target: () => bench.parts.target,
    clock: bench.parts.clock,
    translator: createTranslator,
    pdf: { render: () => Promise.reject(new Error('nothing is printed')) },
    onChange: () => undefined,
  });
  const save = async (format: 'csv' | 'json') => {
    const path = join(folder, format);
    const order = { filter: supervisionFilter.parse({}), sort: newestFirst, format, manner: openly };
    await service.saveTable(path, order);
    return readFileSync(path, 'utf8');
  };
  const csv = Papa.parse<Record<string, string>>((await save('csv')).slice(1), {
    header: true,
    skipEmptyLines: true,
  });
  return { csv: csv.data, json: installationsExport.parse(JSON.parse(await save('json'))).jobs };
}

describe('a mixed day', () => {
  test('has the same figures on Home, in the numbers, on the sheet, in the table and on the papers', async () => {
    const jobs = await mixedDay();
    const { lookUp, rows, paper } = await supervised();
    const summaries = listJobs({ ...bench.parts, connection: () => ({ state: 'untried' }) });
    const home = dayNumbers(summaries, bench.parts.clock.now());
    const { csv, json } = await exported(rows);
    const truth = { fitted: 7, takenOut: 2, done: 5 };
    const doneByName: Record<keyof typeof jobs, boolean> = {
      installation: true,
      'rework asked': false,
      'to be removed': true,
      'to be swapped': true,
      'did not open': false,
      refused: false,
      'without a Box': false,
      unfinished: false,
      discarded: false,
      removal: true,
      swap: true,
    };

    expect(home).toMatchObject({ fitted: truth.fitted, confirmed: truth.done, takenOut: truth.takenOut });
    const filter = supervisionFilter.parse({ groups: [GROUP] });
    expect(lookUp.numbers(filter, 'day').total).toMatchObject(truth);
    expect(figuresOfSheet(rows)).toMatchObject({
      Jobs: 10,
      'Boxes fitted': truth.fitted,
      'Boxes taken out': truth.takenOut,
      Confirmed: truth.done,
    });
    expect({
      fitted: csv.filter((line) => line['Box fitted'] === 'yes').length,
      takenOut: csv.filter((line) => line['Box taken out, serial number'] !== '').length,
      done: csv.filter((line) => line['Confirmed'] === 'yes').length,
    }).toEqual(truth);
    expect({
      fitted: json.filter((job) => job.fitted).length,
      takenOut: json.filter((job) => job.takenOut !== null).length,
      done: json.filter((job) => job.done).length,
    }).toEqual(truth);

    const entries = Object.entries(jobs).filter(([name]) => name !== 'discarded');
    const verified: readonly string[] = ['verified', 'removed', 'swapped'];
    expect({
      rows: Object.fromEntries(
        entries.map(([name, id]) => [name, rows.some((row) => row.jobId === id && isDone(countedRow(row)))]),
      ),
      papers: Object.fromEntries(
        entries.map(([name, id]) => [name, paper(id).includes('class="verdict verified"')]),
      ),
      reports: Object.fromEntries(
        entries.map(([name, id]) => [name, verified.includes(verdictOn(bench.viewAny(id)))]),
      ),
    }).toEqual(
      Object.fromEntries(
        ['rows', 'papers', 'reports'].map((of) => [
          of,
          Object.fromEntries(Object.entries(doneByName).filter(([name]) => name !== 'discarded')),
        ]),
      ),
    );
  });

  test('puts a removal and a swap on the sheet of the group that an earlier job gave their car', async () => {
    const { removal, swap } = await mixedDay();
    const { rows } = await supervised();
    const kinds = new Map<JobId, JobKind>(rows.map(({ jobId, kind }) => [jobId, kind]));
    expect([kinds.get(removal), kinds.get(swap)]).toEqual(['removal', 'swap']);
    expect(rows.find(({ jobId }) => jobId === swap)).toMatchObject({ serial: box(9), takenOut: box(4) });
  });

  test('prints no Box for a job that fitted none, and both Boxes of a swap', async () => {
    await mixedDay();
    const { rows } = await supervised();
    const shown = rows.map(createShownJobs(openly, { numbered: String, leftOut: '' }));
    const sheet = renderSheet(
      shown,
      { group: GROUP, profile: exampleProfile() },
      {
        language: 'en',
        printedAt: bench.parts.clock.now(),
        translate: createTranslator('en'),
        timeZone: 'UTC',
      },
    );
    const lines = sheet.split('class="cars"')[1]?.split('<tr>') ?? [];
    const of = (plate: string, word: string) =>
      lines.find((line) => line.includes(plate) && line.includes(word)) ?? '';
    expect(of('M DAY 6', 'Installation')).not.toContain(box(6));
    expect(of('M DAY 8', 'Installation')).not.toContain('SAP-100');
    expect(of('M DAY 3', 'Removal')).toContain(`Taken out:`);
    expect(of('M DAY 4', 'Swap')).toContain(box(4));
    expect(of('M DAY 4', 'Swap')).toContain(box(9));
  });
});
