import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createKeyPictures } from '../../../electron/directory/key-pictures.ts';
import { openDirectoryDatabase } from '../../../electron/directory/open-directory.ts';
import { createOperatorSource } from '../../../electron/directory/source.ts';
import { createPictureFetcher } from '../../../electron/directory/picture-fetch.ts';
import { connectDirectly } from '../../../electron/base/network/network.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { listCars } from '../../../electron/operator/endpoints/cars.ts';
import { problemOf } from '../../../electron/operator/operator-error.ts';
import { nothingOutside } from '../../integration/profiles/nothing-outside.ts';
import { clientOf } from '../drain/laptop.ts';
import { startOperatorProcess } from '../drain/operator.ts';
import { bench } from '../frame/bench.ts';
import { atMost, reported } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';

const CARS = 100_000;
/** As many as the client asks for at once. */
const LARGEST_PAGE = 200;
/** All of them cold, as a first sync is. */
const ROUNDS = 3;
const NANOSECONDS_PER_MS = 1e6;
/** How finely the turns of the event loop are watched, ms. */
const WATCHED_EVERY_MS = 1;

type Figures = { readonly ms: number; readonly delayP99Ms: number; readonly delayMaxMs: number };

/** The work, and how late it left others their turn of this process. */
async function watched(work: () => Promise<number>): Promise<Figures> {
  const delay = monitorEventLoopDelay({ resolution: WATCHED_EVERY_MS });
  delay.enable();
  const ms = await work();
  delay.disable();
  return {
    ms,
    delayP99Ms: delay.percentile(99) / NANOSECONDS_PER_MS - WATCHED_EVERY_MS,
    delayMaxMs: delay.max / NANOSECONDS_PER_MS - WATCHED_EVERY_MS,
  };
}

async function giveWholePages(url: string): Promise<void> {
  const answer = await fetch(`${new URL(url).origin}/_simulator/settings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ maxTop: LARGEST_PAGE }),
  });
  if (!answer.ok) throw new Error(`the operator did not take its setting: ${answer.status}`);
}

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

/** The part of a whole sync that reads the cars, into a new directory.db with its search index. Milliseconds. */
async function syncing(url: string, file: string): Promise<number> {
  const { clock } = nothingOutside;
  const client = clientOf(url);
  const fetcher = createPictureFetcher({ baseUrl: url, connect: connectDirectly });
  const { database } = openDirectoryDatabase({ file, clock, onCommitted: () => undefined });
  let from = 0;
  let to = 0;
  const sync = createDirectorySync({
    database,
    source: createOperatorSource(client, problemOf),
    pictures: createKeyPictures({ database, clock, fetchPicture: fetcher.fetchPicture }),
    clock,
    onProgress: (state) => {
      const isCars = state.state === 'running' && state.part === 'cars';
      if (isCars && from === 0) from = performance.now();
      if (!isCars && from > 0 && to === 0) to = performance.now();
    },
  });
  const ended = await sync.start();
  const kept = database.sqlite.prepare<[], number>('SELECT count(*) FROM car').pluck().get();
  database.close();
  await Promise.all([client.close(), fetcher.close()]);
  if (ended.state !== 'complete' || kept !== CARS)
    throw new Error(`the sync ended as ${ended.state} with ${kept ?? 0} cars`);
  return to - from;
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
    const of = (name: string, figure: keyof Figures) => (taken.get(name) ?? []).map((round) => round[figure]);
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
