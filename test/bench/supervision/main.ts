import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { leaveRows, type Verdict } from '../frame/verdicts.ts';
import { describeMachine } from '../relay/machine.ts';
import { exportAll, growthOf } from './exporting.ts';
import { fill, lineOf, longOf, type Pieces } from './filling.ts';
import { answering, openFleet } from './fleet-file.ts';
import { openedCold } from './opened-cold.ts';
import { questions } from './questions.ts';
import { notSmooth, scrolledLine, scrolling } from './scrolling.ts';
import { p95Of, rowOf, timed, type Took } from './timing.ts';
import { answerHelp } from '../../../relay/command-line.ts';

answerHelp(`npm run bench:supervision [-- --jobs N] [--laptops N] [--seed S] [--rounds N] [--keep DIR] [--json FILE]

Fills a supervisor's copies and measures questions, exports and scrolling. Exit code 1 where a target is missed.`);

/** The limit of an answer to a person, at p95. */
const TARGET_MS = 100;
/**
 * Nothing of an export keeps the main process longer than this, and of a thousand pieces at most one its thread: a close
 * waits for the piece under way.
 */
const LONGEST_MS = 50;
/** The limits of growth during an export: live memory, and the system's count, in MiB. */
const FLAT_HEAP = 8;
const FLAT_RSS = 64;
const BEGINS = 1_700_000_000_000;

/** Fills the copies, asks everything many times, exports all of it, scrolls through it; 1 where anything is above its target. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      jobs: { type: 'string', default: '50000' },
      laptops: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '40' },
      keep: { type: 'string' },
      json: { type: 'string' },
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
    const kept = values.keep ?? folder;
    mkdirSync(kept, { recursive: true });
    const file = join(kept, 'supervision.db');
    const filled = existsSync(file);
    const pieces = filled ? [] : await fill(folder, file, size);
    if (filled) console.log(`the copies that an earlier run filled: ${file}`);
    for (const one of pieces) console.log(lineOf(one));
    const missed = [
      ...pieces.flatMap(tooLong),
      ...ask(file, Number(values.rounds)),
      ...(await exporting(file, join(folder, 'all.csv'))),
      ...(await scroll(file)),
    ];
    console.log(`load ${loadavg()[0]?.toFixed(1) ?? '?'} after the run`);
    for (const line of missed) console.log(`missed: ${line}`);
    if (missed.length === 0) console.log('all targets are met');
    if (values.json !== undefined) leaveRows(values.json, verdictsOf(missed, size.jobs));
    return missed.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const tooLong = (pieces: Pieces): readonly string[] => {
  const long = longOf(pieces);
  return long > LONGEST_MS
    ? [`${pieces.name}: ${long.toFixed(0)} ms, more often than once in a thousand`]
    : [];
};

const verdictsOf = (missed: readonly string[], jobs: number): readonly Verdict[] =>
  missed.length === 0
    ? [
        {
          outcome: 'met',
          line: `filters, searches, orders, numbers, export, scrolling: all targets, ${jobs} jobs`,
        },
      ]
    : missed.map((line) => ({ outcome: 'missed', line }));

/** Prints every question's row; answers what missed the target. */
function ask(file: string, rounds: number): readonly string[] {
  const missed: string[] = [];
  const row = (name: string, took: readonly Took[]) => {
    console.log(rowOf(name, took));
    const p95 = p95Of(took);
    if (p95 > TARGET_MS) missed.push(`${name}: ${p95.toFixed(1)} ms at p95`);
  };
  row(
    'open the file and the first window, cold',
    Array.from({ length: Math.min(rounds, 20) }, () => openedCold(file)),
  );
  const database = openFleet(file);
  const { jobIndex, lookUp } = answering(database.sqlite);
  for (const { name, put } of questions(lookUp, jobIndex)) {
    row(
      name,
      Array.from({ length: rounds }, (_, round) => timed(() => put(round))),
    );
  }
  database.close();
  return missed;
}

async function exporting(file: string, target: string): Promise<readonly string[]> {
  const { held, seconds, longest, bytes } = await exportAll(file, target);
  console.log(`all jobs as CSV: ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
  for (const { done, heap, rss } of held) {
    console.log(
      `  after ${String(done).padStart(6)} jobs   alive ${heap.toFixed(1)} MiB   process ${rss.toFixed(1)} MiB`,
    );
  }
  const grown = growthOf(held);
  console.log(
    `  grown by ${grown.heap.toFixed(1)} MiB alive (at most ${FLAT_HEAP}) and ${grown.rss.toFixed(1)} MiB of the process ` +
      `(at most ${FLAT_RSS}); longest time without an answer ${longest.toFixed(0)} ms`,
  );
  return [
    ...(grown.heap > FLAT_HEAP ? [`the export keeps ${grown.heap.toFixed(1)} MiB more at its end`] : []),
    ...(grown.rss > FLAT_RSS ? [`the process grew by ${grown.rss.toFixed(1)} MiB in the export`] : []),
    ...(longest > LONGEST_MS ? [`the export kept the main process for ${longest.toFixed(0)} ms`] : []),
  ];
}

/** Prints how the real window scrolls through all of it; answers what is not smooth. */
async function scroll(file: string): Promise<readonly string[]> {
  const ways = await scrolling(file);
  for (const way of ways) console.log(scrolledLine(way));
  return ways.flatMap(notSmooth);
}

process.exitCode = await run();
