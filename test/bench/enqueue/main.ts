import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { bench } from '../frame/bench.ts';
import { atMost, reported } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { medianBy } from '../relay/percentiles.ts';
import { profileFolder } from '../../../electron/profiles/profile-folder.ts';
import { customerId } from '../../../shared/ids.ts';
import { notable } from '../../operator/seed/notable.ts';
import { BASE_URL, openCore } from '../search/boxwright.ts';
import { openFloor, rowsOfStep } from './floor.ts';

const target = {
  environment: 'uat',
  baseUrl: BASE_URL,
  customerId: customerId.parse(notable.customerId),
} as const;
const identity = { address: target, customerId: target.customerId };
const STEPS = 200;
const ROUNDS = 7;

/** The middle of many: an operation that leaves meanwhile takes its turn of the disk too. */
const middleOf = (times: readonly number[]): number => medianBy(times, (time) => time);

const started = z.object({ id: z.string() });
type Ask = Awaited<ReturnType<typeof openCore>>['ask'];

async function startJob(ask: Ask): Promise<string> {
  const begun = await ask('jobs.start', { kind: 'installation' });
  if (!begun.ok) throw new Error(`a job could not be started: ${begun.error.code}`);
  return started.parse(begun.value).id;
}

/** Each step makes a new car durable, as the window asks for it: job, operation, log entry with its hash, search words. */
async function steps(ask: Ask, many: number, count: () => number): Promise<number> {
  const times: number[] = [];
  for (let step = 0; step < many; step += 1) {
    const id = await startJob(ask);
    const number = count();
    const vin = `W1V${String(number).padStart(14, '0')}`;
    const car = { name: 'Vito', licensePlate: `M QX ${number}`, vin, brand: 'Mercedes', model: 'Vito' };
    const from = performance.now();
    const answer = await ask('jobs.createCar', { jobId: id, car });
    times.push(performance.now() - from);
    if (!answer.ok) throw new Error(`the step was refused: ${answer.error.code}`);
  }
  return middleOf(times);
}

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

await bench('enqueue', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-enqueue-'));
  try {
    const dataDir = join(folder, 'data');
    const core = await openCore(dataDir);
    let cars = 0;
    const count = () => (cars += 1);
    await steps(core.ask, 1, count);
    const { queueFile } = profileFolder(dataDir, identity);
    const floor = openFloor(
      join(folder, 'floor.db'),
      target,
      rowsOfStep(queueFile, await startJob(core.ask)),
    );
    const taken = await inTurn(
      [
        { name: 'step', round: () => steps(core.ask, STEPS, count) },
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
