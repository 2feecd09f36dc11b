import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { bench } from '../frame/bench.ts';
import { atMost, reported, type Row } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { asOldLaptop, inOwnProcess, oldLaptop } from '../old-laptop/old-laptop.ts';
import { medianBy, percentilesOf } from '../relay/percentiles.ts';
import { profileFolder } from '../../../electron/profiles/profile.ts';
import { customerId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { BASE_URL, openCore } from '../search/boxwright.ts';
import { openFloor, rowsOfStep } from './floor.ts';
import { startJob, steps } from './steps.ts';

const target = {
  environment: 'uat',
  baseUrl: BASE_URL,
  customerId: customerId.parse(notable.customerId),
} as const;
const identity = { address: target, customerId: target.customerId };
const STEPS = 200;
const ROUNDS = 7;

const OLD_ROUNDS = 3;
const OLD_STEPS = 100;
/** A step of an old laptop, from the question to its answer, at p95. */
const OLD_STEP_MS = 60;

/** The middle of many: an operation that leaves meanwhile takes its turn of the disk too. */
const middleOf = (times: readonly number[]): number => medianBy(times, (time) => time);

/** The rows of a step by hand-written SQL, at the same sync. */
function floors(floor: ReturnType<typeof openFloor>): number {
  return middleOf(Array.from({ length: STEPS }, floor.step));
}

/** One row of its own transaction at the same sync. */
function rows(file: string): number {
  const sqlite = new BetterSqlite3(file);
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.exec('CREATE TABLE IF NOT EXISTS step (id INTEGER PRIMARY KEY, data TEXT NOT NULL) STRICT');
  const insert = sqlite.prepare('INSERT INTO step (data) VALUES (?)');
  const data = JSON.stringify({ name: 'Vito', vin: 'W1V00000000000000', brand: 'Mercedes', model: 'Vito' });
  const times = Array.from({ length: STEPS }, () => {
    const from = performance.now();
    insert.run(data);
    return performance.now() - from;
  });
  sqlite.close();
  return middleOf(times);
}

/** The step of an old laptop. */
async function onOldLaptop(folder: string): Promise<readonly Row[]> {
  const old = await oldLaptop(folder);
  try {
    const slower = await old.slowdown('in a process', inOwnProcess);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'worker.ts'), join(folder, 'data'), ...[OLD_ROUNDS, OLD_STEPS].map(String)],
      { env: { ...process.env, ...old.env } },
    );
    const rounds = z.array(z.array(z.number())).parse(JSON.parse(stdout));
    const what = 'a job step with its operation, router to answer';
    return asOldLaptop([
      slower,
      atMost(
        { what: `${what}, p95`, unit: 'ms', rounds: rounds.map((round) => percentilesOf(round).p95) },
        OLD_STEP_MS,
      ),
      reported({ what: `${what}, p50`, unit: 'ms', rounds: rounds.map(middleOf) }),
    ]);
  } finally {
    await old.end();
  }
}

await bench('enqueue', async ({ old }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-enqueue-'));
  try {
    if (old === true) return await onOldLaptop(folder);
    const dataDir = join(folder, 'data');
    const core = await openCore(dataDir);
    let cars = 0;
    const step = async (many: number) => {
      const times = await steps(core.ask, many, cars);
      cars += many;
      return middleOf(times);
    };
    await step(1);
    const { queueFile } = profileFolder(dataDir, identity);
    const floor = openFloor(
      join(folder, 'floor.db'),
      target,
      rowsOfStep(queueFile, await startJob(core.ask)),
    );
    const taken = await inTurn(
      [
        { name: 'step', round: () => step(STEPS) },
        { name: 'floor', round: () => Promise.resolve(floors(floor)) },
        { name: 'row', round: () => Promise.resolve(rows(join(folder, 'raw.db'))) },
      ],
      ROUNDS,
    );
    floor.close();
    await core.close();
    const of = (name: string) => taken.get(name) ?? [];
    return [
      atMost(
        {
          what: 'a job step with its operation, FULL, as a multiple of its rows by hand-written SQL',
          unit: '×',
          rounds: ratios(of('step'), of('floor')),
        },
        1.5,
      ),
      reported({
        what: 'the rows of a step by hand-written SQL, as a multiple of a row of its own transaction',
        unit: '×',
        rounds: ratios(of('floor'), of('row')),
      }),
      reported({ what: 'a job step with its operation, router to answer', unit: 'ms', rounds: of('step') }),
      reported({ what: 'the rows of a step by hand-written SQL', unit: 'ms', rounds: of('floor') }),
      reported({ what: 'a row of its own transaction', unit: 'ms', rounds: of('row') }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
