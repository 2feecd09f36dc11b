import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listGroups } from '../../../electron/operator/endpoints/groups-and-users.ts';
import { listCars } from '../../../electron/operator/endpoints/cars.ts';
import { bench } from '../frame/bench.ts';
import { atLeast, reported, type Row } from '../frame/rows.ts';
import { inTurn, ratios } from '../frame/turns.ts';
import { betterQueue, liteque, plainjob } from '../peers/queue.js';
import { openFull, promptClient, rawSqlite } from './alone.ts';
import { clientOf, drainOrders, type Order } from './laptop.ts';
import { rawUndici, startOperatorProcess } from './operator.ts';

const CARS = 500;
const PER_CAR = 4;
const ROUNDS = 5;
/** Half a minute each at 50 ms: the rounds before have warmed everything up. */
const FAR_ROUNDS = 2;
const FAR_MS = 50;

type Place = { readonly file: () => string };

/** The engine without a network beside raw better-sqlite3 and a queue of others, all at FULL. */
async function alone({ file }: Place): Promise<readonly Row[]> {
  const orders = ordersOf(
    Array.from({ length: CARS }, (_, index) => index + 1),
    [1, 2, 3, 4],
  );
  const nowhere = 'http://127.0.0.1:9/v3';
  const client = promptClient(clientOf(nowhere));
  const taken = await inTurn(
    [
      { name: 'ours', round: () => drainOrders(file(), nowhere, client, orders) },
      { name: 'raw', round: () => Promise.resolve(rawSqlite(file(), orders)) },
      { name: 'plainjob', round: () => Promise.resolve(plainjob(openFull(file()), orders)) },
      { name: 'better-queue', round: () => betterQueue(openFull(file()), orders) },
      { name: 'liteque', round: () => liteque(file(), orders) },
    ],
    ROUNDS,
  );
  await client.close();
  const of = (name: string) => taken.get(name) ?? [];
  const speed = (name: string): Row =>
    reported({
      what: `alone, FULL: ${name}`,
      unit: 'a second',
      rounds: of(name).map((ms) => (orders.length * 1000) / ms),
    });
  return [
    atLeast(
      {
        what: 'alone, FULL: the engine as a share of raw better-sqlite3',
        unit: '×',
        rounds: ratios(of('raw'), of('ours')),
      },
      0.6,
    ),
    atLeast(
      {
        what: 'alone, FULL: the engine as a multiple of plainjob',
        unit: '×',
        rounds: ratios(of('plainjob'), of('ours')),
      },
      1,
    ),
    ...['better-queue', 'liteque'].map((name) =>
      reported({
        what: `alone, FULL: the engine as a multiple of ${name}`,
        unit: '×',
        rounds: ratios(of(name), of('ours')),
      }),
    ),
    ...['ours', 'raw', 'plainjob', 'better-queue', 'liteque'].map(speed),
  ];
}

/** Against the simulated operator, beside undici alone. */
async function withNetwork({ file }: Place, latencyMs: number): Promise<readonly Row[]> {
  const trial = async (work: (url: string, orders: readonly Order[]) => Promise<number>) => {
    const operator = await startOperatorProcess(CARS + 50, latencyMs);
    try {
      return await work(operator.url, await ordersAt(operator.url));
    } finally {
      await operator.stop();
    }
  };
  const ours = () =>
    trial(async (url, orders) => {
      const client = clientOf(url);
      const took = await drainOrders(file(), url, client, orders);
      await client.close();
      return took;
    });
  const contenders = [
    { name: 'ours', round: ours },
    { name: 'undici', round: () => trial(rawUndici) },
  ];
  const far = latencyMs > 0;
  const taken = await inTurn(contenders, far ? FAR_ROUNDS : ROUNDS, far ? 'no warm-up' : 'warm-up');
  const of = (name: string) => taken.get(name) ?? [];
  const share = {
    what: `${latencyMs} ms away: the drain as a share of raw undici`,
    unit: '×',
    rounds: ratios(of('undici'), of('ours')),
  };
  return [
    far ? atLeast(share, 0.8) : reported(share),
    reported({
      what: `${latencyMs} ms away: the drain`,
      unit: 'a second',
      rounds: of('ours').map((ms) => (CARS * PER_CAR * 1000) / ms),
    }),
  ];
}

/** The orders of one car one after the other, the cars side by side. */
const ordersOf = (cars: readonly number[], groups: readonly number[]): readonly Order[] =>
  cars.flatMap((car) => groups.slice(0, PER_CAR).map((group) => ({ car, group })));

async function ordersAt(url: string): Promise<readonly Order[]> {
  const client = clientOf(url);
  const [cars, groups] = [await client.pages(listCars), await client.pages(listGroups)];
  await client.close();
  if (!cars.ok || !groups.ok) throw new Error('the fleet could not be read');
  const ids = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id);
  return ordersOf(ids(cars.value).slice(0, CARS), ids(groups.value));
}

await bench('drain', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-drain-'));
  let files = 0;
  const place: Place = { file: () => join(folder, `${(files += 1)}.db`) };
  try {
    return [...(await alone(place)), ...(await withNetwork(place, 0)), ...(await withNetwork(place, FAR_MS))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
