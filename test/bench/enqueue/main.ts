import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { bench } from '../frame/bench.ts';
import { atMost, reported } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { medianBy } from '../relay/percentiles.ts';
import { openCore } from '../search/boxwright.ts';

const STEPS = 200;
const ROUNDS = 7;

/** The middle of many: an operation that leaves meanwhile takes its turn of the disk too. */
const middleOf = (times: readonly number[]): number => medianBy(times, (time) => time);

const started = z.object({ id: z.string() });

/** Each step makes a new car durable, as the window asks for it: job, operation, log entry with its hash, search words. */
async function steps(ask: Awaited<ReturnType<typeof openCore>>['ask'], count: () => number): Promise<number> {
  const times: number[] = [];
  for (let step = 0; step < STEPS; step += 1) {
    const begun = await ask('jobs.start', { kind: 'installation' });
    if (!begun.ok) throw new Error(`a job could not be started: ${begun.error.code}`);
    const { id } = started.parse(begun.value);
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
    const core = await openCore(join(folder, 'data'));
    let cars = 0;
    const taken = await inTurn(
      [
        { name: 'step', round: () => steps(core.ask, () => (cars += 1)) },
        { name: 'row', round: () => Promise.resolve(rows(join(folder, 'raw.db'))) },
      ],
      ROUNDS,
    );
    await core.close();
    const of = (name: string) => taken.get(name) ?? [];
    return [
      atMost(
        {
          what: 'a job step with its operation, FULL, as a multiple of a row of its own transaction',
          unit: '×',
          rounds: ratios(of('step'), of('row')),
        },
        1.5,
      ),
      reported({ what: 'a job step with its operation, router to answer', unit: 'ms', rounds: of('step') }),
      reported({ what: 'a row of its own transaction', unit: 'ms', rounds: of('row') }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
