import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listCars } from '../../../electron/operator/endpoints/cars.ts';
import { clientOf } from '../drain/laptop.ts';
import { startOperatorProcess } from '../drain/operator.ts';
import { bench } from '../frame/bench.ts';
import { atMost, reported } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { watched, type WatchedFigures } from '../frame/watched.ts';
import { CARS, giveWholePages, syncing } from './first-sync.ts';

/** All of them cold, as a first sync is. */
const ROUNDS = 3;
/** The cars page by page with the same client, kept in memory. Milliseconds. */
async function paging(url: string): Promise<number> {
  const client = clientOf(url);
  const from = performance.now();
  const cars = await client.pages(listCars);
  const ms = performance.now() - from;
  await client.close();
  if (!cars.ok || cars.value.length !== CARS) throw new Error('not every car was read');
  return ms;
}

await bench('sync', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-sync-'));
  const operator = await startOperatorProcess(CARS, 0);
  let files = 0;
  try {
    const contenders = [
      { name: 'paging', round: () => watched(() => paging(operator.url)) },
      {
        name: 'sync',
        round: () => watched(() => syncing(operator.url, join(folder, `${(files += 1)}.db`))),
      },
    ];
    await giveWholePages(operator.url);
    const taken = await inTurn(contenders, ROUNDS, 'no warm-up');
    const of = (name: string, figure: Exclude<keyof WatchedFigures, 'late'>) =>
      (taken.get(name) ?? []).map((round) => round[figure]);
    return [
      atMost(
        {
          what: `${CARS} cars into the directory, as a multiple of paging them into memory`,
          unit: '×',
          rounds: ratios(of('sync', 'ms'), of('paging', 'ms')),
        },
        1.5,
      ),
      reported({
        what: `${CARS} cars into the directory`,
        unit: 's',
        rounds: of('sync', 'ms').map((ms) => ms / 1000),
      }),
      reported({
        what: `${CARS} cars into memory`,
        unit: 's',
        rounds: of('paging', 'ms').map((ms) => ms / 1000),
      }),
      atMost(
        { what: 'event-loop delay during the sync, p99', unit: 'ms', rounds: of('sync', 'delayP99Ms') },
        20,
      ),
      reported({
        what: 'event-loop delay during the sync, longest',
        unit: 'ms',
        rounds: of('sync', 'delayMaxMs'),
      }),
    ];
  } finally {
    await operator.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
