import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bench } from '../frame/bench.ts';
import { inTurn } from '../frame/turns.ts';
import { atLeast, atMost, reported, type Row } from '../frame/rows.ts';
import { medianBy, percentilesOf } from '../relay/percentiles.ts';
import { fillDirectory } from './boxwright.ts';
import { fleetCars, forSearch } from './fleet.ts';
import { kindsOf } from './queries.ts';
import { seededRandom } from '../../operator/random.ts';
import { allOf, OURS, startWorker, type Worker } from './contender.ts';
import type { Answer } from './messages.ts';

const CARS = 100_000;
const QUERIES = 48;
const ROUNDS = 3;
const P95_MS = 5;
const P99_MS = 10;
/** Of the leanest peer in memory. */
const SHARE_OF_MEMORY = 0.2;

const HANDFUL = 9;
const MEMORY = ['--expose-gc', join(import.meta.dirname, 'memory.ts')];

const IN_SCRIPT = ['Fuse.js', 'MiniSearch', 'FlexSearch, beginnings', 'FlexSearch, any part', 'uFuzzy'];
/** Their memory is SQLite's and outside of what a process tells of its script. */
const IN_SQLITE = ['FTS5, beginnings', 'FTS5, trigrams'];
const PEERS = [...IN_SCRIPT, ...IN_SQLITE];

/** MiB that an app with all cars takes beyond one with a handful, both asked the same; the middle of three runs each. */
function memoryOfOurs(folder: string, cars: ReturnType<typeof fleetCars>): number {
  const typed = join(folder, 'typed.json');
  const kinds = kindsOf(forSearch(cars), seededRandom(11), QUERIES);
  writeFileSync(typed, JSON.stringify(kinds.flatMap(({ queries }) => queries.map(({ text }) => text))));
  const handful = join(folder, 'handful');
  fillDirectory(handful, cars.slice(0, HANDFUL));
  const taken = (dataDir: string) =>
    medianBy(
      Array.from({ length: 3 }, () => Number(execFileSync(process.execPath, [...MEMORY, dataDir, typed]))),
      (run) => run,
    );
  return taken(folder) - taken(handful);
}

function judge(taken: ReadonlyMap<string, readonly Answer[]>, ownMemory: number): readonly Row[] {
  const ours = taken.get(OURS) ?? [];
  const rounds = (of: (round: Answer) => number) => ours.map(of);
  const found = ours[0]?.kinds.flatMap(({ kind }) => {
    const share = rounds((round) => 100 * foundShare(round, kind));
    return [
      atLeast({ what: `found at 10: ${kind}`, unit: '%', rounds: share }, 100),
      reported({ what: `p99: ${kind}`, unit: 'ms', rounds: rounds((round) => p99Of(round, kind)) }),
    ];
  });
  const leanest = Math.min(...IN_SCRIPT.map((name) => added(taken, name)));
  return [
    ...(found ?? []),
    atMost(
      { what: 'router to answer, p95', unit: 'ms', rounds: rounds((round) => allOf(round).p95) },
      P95_MS,
    ),
    atMost(
      { what: 'router to answer, p99', unit: 'ms', rounds: rounds((round) => allOf(round).p99) },
      P99_MS,
    ),
    ...PEERS.flatMap((name) => againstPeer(name, taken.get(name) ?? [], ours)),
    atMost(
      { what: 'added memory as a share of the leanest peer', unit: '×', rounds: [ownMemory / leanest] },
      SHARE_OF_MEMORY,
    ),
    reported({ what: 'added memory: Boxwright, process', unit: 'MiB', rounds: [ownMemory] }),
    ...IN_SCRIPT.map((name) =>
      reported({ what: `added memory: ${name}`, unit: 'MiB', rounds: [added(taken, name)] }),
    ),
  ];
}

/** Only who finds at least as much is raced: who finds less is not faster, it has done less. */
function againstPeer(name: string, theirs: readonly Answer[], ours: readonly Answer[]): readonly Row[] {
  const recall = theirs.map((round) => 100 * foundInAll(round));
  const speed = {
    what: `${name}: our p95 as a share of its`,
    unit: '×',
    rounds: ours.map((round, at) => allOf(round).p95 / allOf(theirs[at] ?? round).p95),
  };
  const equal = Math.min(...ours.map(foundInAll)) * 100 <= Math.max(...recall);
  return [
    reported({ what: `${name}: found at 10, all kinds`, unit: '%', rounds: recall }),
    reported({ what: `${name}: p95`, unit: 'ms', rounds: theirs.map((round) => allOf(round).p95) }),
    equal ? atMost(speed, 1) : reported(speed),
  ];
}

const added = (taken: ReadonlyMap<string, readonly Answer[]>, name: string): number =>
  Math.max(...(taken.get(name) ?? []).map(({ addedMebibytes }) => addedMebibytes));

const p99Of = ({ kinds }: Answer, wanted: string): number =>
  percentilesOf(kinds.filter(({ kind }) => kind === wanted).flatMap(({ took }) => took)).p99;

function foundShare({ kinds }: Answer, wanted: string): number {
  return shareOf(kinds.filter(({ kind }) => kind === wanted));
}

const foundInAll = ({ kinds }: Answer): number => shareOf(kinds);

function shareOf(kinds: Answer['kinds']): number {
  const asked = kinds.reduce((sum, { took }) => sum + took.length, 0);
  const missed = kinds.reduce((sum, { missed: texts }) => sum + texts.length, 0);
  return (asked - missed) / asked;
}

await bench('search', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-search-'));
  const workers = new Array<Worker>();
  try {
    const cars = fleetCars(CARS);
    fillDirectory(folder, cars);
    const ownMemory = memoryOfOurs(folder, cars);
    for (const name of [OURS, ...PEERS])
      workers.push(await startWorker(name, folder, { cars: CARS, queries: QUERIES }));
    const taken = await inTurn(workers, ROUNDS);
    for (const { kind, missed } of (taken.get(OURS) ?? []).flatMap(({ kinds }) => kinds)) {
      for (const text of missed) console.error(`not found: ${kind}: ${text}`);
    }
    return judge(taken, ownMemory);
  } finally {
    for (const { end } of workers) await end();
    rmSync(folder, { recursive: true, force: true });
  }
});
