import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDatabase } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/queue-migrations/index.ts';
import { allFacts, allWords } from '../../../electron/db/tables/supervision/jobs.ts';
import { createBoard } from '../../../electron/supervision/board/board.ts';
import { checkSome } from '../../../electron/supervision/check-chains.ts';
import { takeEntries } from '../../../electron/supervision/intake.ts';
import { createLookUp } from '../../../electron/supervision/look-up.ts';
import { openSupervisionDatabase } from '../../../electron/supervision/open-supervision.ts';
import { projectSome } from '../../../electron/supervision/project-jobs.ts';
import { newestFirst, supervisionFilter } from '../../../shared/domain/supervision.ts';
import { describeMachine } from '../relay/machine.ts';
import { madeUpFleet } from './made-up-fleet.ts';
import { questions } from './questions.ts';

const TARGET_MS = 100;
const BEGINS = 1_700_000_000_000;
const NOW = 1_800_000_000_000;

/** Fills the copies, asks everything many times, prints p50 and p95; 1 where one is above the target. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string', default: '50000' },
      laptops: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '40' },
    },
  });
  const size = {
    jobs: Number(values.jobs),
    laptops: Number(values.laptops),
    seed: Number(values.seed),
    begins: BEGINS,
  };
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-'));
  try {
    console.log(describeMachine(folder));
    const file = join(folder, 'supervision.db');
    await fill(folder, file, size);
    return ask(file, Number(values.rounds));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const quiet = () => undefined;
const open = (file: string) =>
  openSupervisionDatabase({ file, clock: { now: () => NOW }, onCommitted: quiet }).database;

async function fill(
  folder: string,
  file: string,
  size: { jobs: number; laptops: number; seed: number; begins: number },
): Promise<void> {
  const queue = openDatabase({
    file: join(folder, 'queue.db'),
    migrations: queueMigrations,
    durability: 'normal',
    onCommitted: quiet,
  });
  const database = open(file);
  const board = createBoard('', []);
  const begun = performance.now();
  let entries = 0;
  let slowest = 0;
  const timed = (work: () => number): number => {
    const from = performance.now();
    const done = work();
    slowest = Math.max(slowest, performance.now() - from);
    return done;
  };
  let making = 0;
  let since = performance.now();
  for (const batch of madeUpFleet(size)) {
    making += performance.now() - since;
    entries += timed(() =>
      database.write((context) => takeEntries(context, { ...batch, own: false, continues: null })),
    );
    since = performance.now();
  }
  const taken = performance.now();
  const project = () => projectSome({ database, queue: queue.sqlite, board }, 20);
  while (timed(project) > 0);
  const projected = performance.now();
  while (await checkSome(database, 300));
  const checked = performance.now();
  database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  queue.close();
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  console.log(
    `${entries} entries, ${size.jobs} jobs, ${size.laptops} laptops: taken in ${seconds(taken - begun - making)} s, ` +
      `put together in ${seconds(projected - taken)} s, checked in ${seconds(checked - projected)} s; ` +
      `slowest slice ${slowest.toFixed(0)} ms; ${(statSync(file).size / 1e6).toFixed(0)} MB`,
  );
}

function ask(file: string, rounds: number): number {
  const opening: number[] = [];
  for (let round = 0; round < Math.min(rounds, 20); round += 1) {
    const from = performance.now();
    const database = open(file);
    const { lookUp } = answering(database.sqlite);
    lookUp.window(supervisionFilter.parse({}), newestFirst, 0, 100);
    opening.push(performance.now() - from);
    database.close();
  }
  const rows: (readonly [string, number, number])[] = [
    ['open the file and the first window', ...figures(opening)],
  ];
  const database = open(file);
  const { board, lookUp } = answering(database.sqlite);
  for (const { name, put } of questions(lookUp, board)) {
    const took = Array.from({ length: rounds }, (_, round) => {
      const from = performance.now();
      put(round);
      return performance.now() - from;
    });
    rows.push([name, ...figures(took)]);
  }
  database.close();
  for (const [name, p50, p95] of rows) {
    console.log(
      `${name.padEnd(46)} p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms`,
    );
  }
  const missed = rows.filter(([, , p95]) => p95 > TARGET_MS);
  console.log(
    missed.length === 0 ? `all within ${TARGET_MS} ms at p95` : `above ${TARGET_MS} ms: ${missed.length}`,
  );
  return missed.length === 0 ? 0 : 1;
}

function answering(sqlite: ReturnType<typeof open>['sqlite']) {
  const board = createBoard(allFacts(sqlite), allWords(sqlite));
  const dayOf = (at: number) => {
    const day = new Date(at);
    return `${day.getFullYear()}-${day.getMonth() + 1}-${day.getDate()}`;
  };
  return { board, lookUp: createLookUp({ sqlite, board, now: () => NOW, dayOf }) };
}

/** The middle one, and the one that nineteen of twenty do not exceed. */
function figures(took: readonly number[]): readonly [number, number] {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return [at(0.5), at(0.95)];
}

process.exitCode = await run();
