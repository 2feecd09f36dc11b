import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createFileWorker, createCarryOver } from '../../../electron/db/file-worker.ts';
import { createJobIndex } from '../../../electron/supervision/job-index/job-index.ts';
import { checkSome, takeEntries } from '../../../electron/supervision/intake.ts';
import { projectSome } from '../../../electron/supervision/project-jobs.ts';
import { writtenHere } from '../../integration/supervision/written-here.ts';
import { openFleet, openQueue } from './fleet-file.ts';
import { type FleetBatch, type FleetSize, madeUpFleet } from './made-up-fleet.ts';
import { percentile, timed, type Took } from './timing.ts';

/** As many entries as the app asks the relay for at once, and jobs as it requests of its thread at once. */
const RELAY_PAGE = 300;
const JOBS_AT_ONCE = 20;

const rethrow = (cause: unknown): never => {
  throw cause;
};

/** The times of the pieces that filled the file; in between the main process answers. */
export interface Pieces {
  readonly name: string;
  readonly took: readonly Took[];
}

/** Fills the copies as the app does, in the same pieces. */
export async function fill(folder: string, file: string, size: FleetSize): Promise<readonly Pieces[]> {
  const queue = openQueue(join(folder, 'queue.db'));
  const database = openFleet(file);
  const jobIndex = createJobIndex([], []);
  const pieces = { taken: new Array<Took>(), together: new Array<Took>(), checked: new Array<Took>() };

  const worker = createFileWorker();
  const carryOver = createCarryOver(worker, (cause) => {
    throw cause;
  });
  let entries = 0;
  for (const page of pagesOf(madeUpFleet(size))) {
    pieces.taken.push(
      timed(() =>
        database.write((context) => {
          for (const batch of page) {
            entries += takeEntries(context, { ...batch, own: false, continues: null }, rethrow);
          }
        }),
      ),
    );
    await carryOver(database);
  }
  const projecting = { copies: writtenHere(database), queue: queue.sqlite, jobIndex, report: rethrow };
  const someProjected = async () => {
    const from = performance.now();
    const jobs = await projectSome(projecting, JOBS_AT_ONCE);
    pieces.together.push({ wallMs: performance.now() - from, processorMs: 0 });
    return jobs > 0;
  };
  while (await someProjected()) await carryOver(database);
  const someChecked = async () => {
    const from = performance.now();
    const more = await checkSome(database, RELAY_PAGE);
    pieces.checked.push({ wallMs: performance.now() - from, processorMs: 0 });
    return more;
  };
  while (await someChecked()) await carryOver(database);
  await worker.end();
  database.close();
  queue.close();

  const seconds = (took: readonly Took[]) =>
    (took.reduce((sum, { wallMs }) => sum + wallMs, 0) / 1000).toFixed(1);
  console.log(
    `${entries} entries, ${size.jobs} jobs, ${size.laptops} laptops: taken in ${seconds(pieces.taken)} s, ` +
      `put together in ${seconds(pieces.together)} s, checked in ${seconds(pieces.checked)} s; ` +
      `${(statSync(file).size / 1e6).toFixed(0)} MB`,
  );
  return [
    { name: 'a page of the relay taken in', took: pieces.taken },
    { name: 'a request of jobs put together', took: pieces.together },
    { name: 'a piece of a log checked', took: pieces.checked },
  ];
}

/** Batches of many laptops, together as large as one page. */
function* pagesOf(batches: Iterable<FleetBatch>): Generator<readonly FleetBatch[]> {
  let page: FleetBatch[] = [];
  let entries = 0;
  for (const batch of batches) {
    page.push(batch);
    entries += batch.entries.length;
    if (entries < RELAY_PAGE) continue;
    yield page;
    page = [];
    entries = 0;
  }
  if (page.length > 0) yield page;
}

/** One line about the pieces: the longest is what a click may have to wait for. */
export function lineOf({ name, took }: Pieces): string {
  const walls = took.map(({ wallMs }) => wallMs);
  const onProcessor = took.reduce((most, { processorMs }) => Math.max(most, processorMs), 0);
  const shown = (ms: number) => `${ms.toFixed(1).padStart(7)} ms`;
  return [
    name.padEnd(46),
    `p50 ${shown(percentile(walls, 0.5))}`,
    `p99 ${shown(percentile(walls, 0.99))}`,
    `p99.9 ${shown(percentile(walls, 0.999))}`,
    `longest ${shown(percentile(walls, 1))} of ${took.length}`,
    `on the processor ${shown(onProcessor)}`,
  ].join('   ');
}

/** The limit of all pieces but one in a thousand, in ms: the longest of thousands is the machine's as often as theirs. */
export const longOf = ({ took }: Pieces): number =>
  percentile(
    took.map(({ wallMs }) => wallMs),
    0.999,
  );
