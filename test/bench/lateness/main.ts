import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startDemoServices } from '../../demo/services.ts';
import { startOperatorProcess } from '../drain/operator.ts';
import { bench } from '../frame/bench.ts';
import { together } from '../frame/histogram.ts';
import { atMost, reported, type Row } from '../frame/rows.ts';
import { inTurn } from '../frame/turns.ts';
import { watchedFigures, type WatchedFigures } from '../frame/watched.ts';
import { OLD_SYNC_MS, slowDisk } from '../old-laptop/old-laptop.ts';
import { CARS, giveWholePages } from '../sync/first-sync.ts';
import type { Order } from './order.ts';

const ROUNDS = 3;
/** The extra time of a sync: none, and that of an old laptop. */
const DISKS = [
  { name: 'ordinary disk', slowerByMs: 0 },
  { name: `syncs ${OLD_SYNC_MS} ms slower`, slowerByMs: OLD_SYNC_MS },
] as const;
/** How late the main process may be at p99. */
const LATE_MS = 8;

const works = [
  { work: 'steps', what: '200 steps of a person' },
  { work: 'sync', what: `first sync of ${CARS} cars` },
  { work: 'drain', what: 'drain of 2,000 operations' },
  { work: 'backup', what: 'backup of 10,000 log entries' },
  { work: 'upload', what: 'upload of 10,000 log entries' },
  { work: 'supervision', what: "supervisor's first reading, 10,000 entries" },
] as const satisfies readonly { readonly work: Order['work']; readonly what: string }[];

await bench('lateness', async ({ rounds = ROUNDS, only }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-lateness-'));
  const disk = slowDisk(folder);
  const fleet = await startOperatorProcess(CARS, 0);
  const few = await startOperatorProcess(600, 0);
  const services = await startDemoServices({ cars: 10 });
  await giveWholePages(fleet.url);
  await giveWholePages(few.url);
  let places = 0;
  const round = async (work: Order['work'], slowerByMs: number): Promise<WatchedFigures> => {
    const place = join(folder, String((places += 1)));
    mkdirSync(place);
    const asked: Order = {
      work,
      folder: place,
      operatorUrl: work === 'sync' ? fleet.url : few.url,
      relayUrl: services.relayUrl,
      token: await services.laptopToken(`Bay ${places}`),
    };
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'worker.ts'), JSON.stringify(asked)],
      { env: { ...process.env, ...disk(slowerByMs) } },
    );
    rmSync(place, { recursive: true, force: true });
    return watchedFigures.parse(JSON.parse(stdout));
  };
  try {
    const wanted = works.filter(({ work }) => only === undefined || String(only).split(',').includes(work));
    const rows: Row[] = [];
    for (const { work, what } of wanted) {
      const taken = await inTurn(
        DISKS.map(({ name, slowerByMs }) => ({ name, round: () => round(work, slowerByMs) })),
        Number(rounds),
        'no warm-up',
      );
      for (const { name } of DISKS) {
        const of = (figure: Exclude<keyof WatchedFigures, 'late'>) =>
          (taken.get(name) ?? []).map((each) => each[figure]);
        const about = `${what}, ${name}`;
        rows.push(
          {
            ...atMost({ what: `${about}: main late, p99`, unit: 'ms', rounds: of('delayP99Ms') }, LATE_MS),
            histogram: together((taken.get(name) ?? []).map(({ late }) => late)),
          },
          reported({ what: `${about}: main late, p50`, unit: 'ms', rounds: of('delayP50Ms') }),
          reported({ what: `${about}: main late, longest`, unit: 'ms', rounds: of('delayMaxMs') }),
          reported({ what: `${about}: main computes at once, p99`, unit: 'ms', rounds: of('computedP99Ms') }),
          reported({
            what: `${about}: main computes at once, longest`,
            unit: 'ms',
            rounds: of('computedMaxMs'),
          }),
          reported({ what: `${about}: in all`, unit: 's', rounds: of('ms').map((ms) => ms / 1000) }),
        );
      }
    }
    return rows;
  } finally {
    await services.stop();
    await few.stop();
    await fleet.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
