import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createTranslator } from '../../../electron/base/translator.ts';
import { createChecklists } from '../../../electron/jobs/checklists.ts';
import { createExportService } from '../../../electron/reports/exports/service.ts';
import { exportedJobs } from '../../../electron/supervision/copies-reader.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { customerId } from '../../../shared/ids.ts';
import { answering, NOW, openFleet, openQueue } from './fleet-file.ts';

/** The memory of a process, in MiB: live heap, and all that the system counts. */
export interface Held {
  readonly done: number;
  readonly heap: number;
  readonly rss: number;
}

const MIB = 2 ** 20;
const SAMPLES = 20;
const checklists = createChecklists({ folder: null, remembered: () => [] });
const owner = { environment: 'uat', customerId: customerId.parse(4711) } as const;

/** Only what is alive counts: the heap is swept before it is weighed. */
function heldNow(done: number, sweep: () => void): Held {
  sweep();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { done, heap: (heapUsed + external) / MIB, rss: rss / MIB };
}

/** Sweeps the heap, which needs `--expose-gc`. */
function sweeper(): () => void {
  setFlagsFromString('--expose-gc');
  return () => {
    runInNewContext('gc()');
  };
}

/** Writes all jobs as CSV, weighs the process at twenty places on the way, and tells the longest time that nothing else could run. */
export async function exportAll(file: string, target: string) {
  const database = openFleet(file);
  const queue = openQueue(`${target}.queue.db`);
  const { lookUp, jobIndex } = answering(database.sqlite);
  const sweep = sweeper();
  const held: Held[] = [];
  const total = jobIndex.size();
  let weighing = 0;
  const service = createExportService({
    open: (filter, sort) => {
      const sources = { sqlite: database.sqlite, queue: queue.sqlite, owner, checklists };
      return exportedJobs(sources, lookUp.all(filter, sort));
    },
    target: () => ({ ...owner, baseUrl: 'http://127.0.0.1:1' }),
    clock: { now: () => NOW },
    translator: createTranslator,
    pdf: { render: () => Promise.reject(new Error('nothing is printed here')) },
    onChange: () => {
      const done = service.state().task?.done ?? 0;
      if (done < (held.length + 1) * (total / SAMPLES)) return;
      const from = performance.now();
      held.push(heldNow(done, sweep));
      weighing += performance.now() - from;
    },
  });
  const from = performance.now();
  const writing = service.saveTable(target, {
    filter: supervisionFilter.parse({}),
    sort: newestFirst,
    format: 'csv',
    manner: { people: 'named', cars: 'full', language: 'en' },
  });
  const longest = await longestWithout(writing, () => weighing);
  await writing;
  const seconds = (performance.now() - from - weighing) / 1000;
  database.close();
  queue.close();
  return { held, seconds, longest, bytes: statSync(target).size };
}

/** The longest time in which nothing else could run while `work` was under way, without what `besides` counts. */
async function longestWithout(work: Promise<unknown>, besides: () => number): Promise<number> {
  const state = { over: false };
  const ended = () => {
    state.over = true;
  };
  void work.then(ended, ended);
  let longest = 0;
  let since = performance.now();
  let left = besides();
  while (!state.over) {
    await nextTurn();
    const now = performance.now();
    longest = Math.max(longest, now - since - (besides() - left));
    since = now;
    left = besides();
  }
  return longest;
}

/** How much more is held at the end than at the first weighing, at most, in MiB. */
export function growthOf(held: readonly Held[]): { readonly heap: number; readonly rss: number } {
  const [first] = held;
  const above = (of: 'heap' | 'rss') =>
    first === undefined ? 0 : Math.max(...held.map((one) => one[of] - first[of]));
  return { heap: above('heap'), rss: above('rss') };
}
