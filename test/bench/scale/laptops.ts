import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startOperatorProcess } from '../drain/operator.ts';
import { allOf, OURS, startWorker } from '../search/contender.ts';
import { fleetCars } from '../search/fleet.ts';
import { BASE_URL } from '../search/boxwright.ts';
import { fillProfile } from '../startup/full-profile.ts';
import { laptop, startOfApp } from '../startup/starts.ts';
import { giveWholePages, syncing } from '../sync/first-sync.ts';
import { type Subject, TIMES } from './growth.ts';

/** The smallest laptop: a hundredth of one of some years. */
const LEAST = { cars: 1000, jobs: 100, entries: 10_000 };
const STARTS = 5;
const SEARCHES = 3;
/** The parts of a sync before the cars take a minute at the largest size. */
const SYNCS: Readonly<Record<(typeof TIMES)[number], number>> = { 1: 3, 10: 3, 100: 1 };
/** Of each kind of typing. */
const QUERIES = 24;

/** Start and search over the same databases, by the number of cars; jobs and log grow as the cars do. */
export async function laptops(folder: string): Promise<readonly Subject[]> {
  const [starts, p50, p95]: [
    Subject['costs'][number][],
    Subject['costs'][number][],
    Subject['costs'][number][],
  ] = [[], [], []];
  for (const times of TIMES) {
    const cars = LEAST.cars * times;
    const dataDir = join(folder, `laptop-${times}`);
    mkdirSync(dataDir);
    const size = { cars, jobs: LEAST.jobs * times, entries: LEAST.entries * times };
    await fillProfile(dataDir, BASE_URL, fleetCars(cars), size);
    const rounds: number[] = [];
    // The first start only warms up.
    for (let start = 0; start <= STARTS; start += 1) rounds.push(await startOfApp(laptop, dataDir));
    starts.push({ name: 'to Home', size: cars, rounds: rounds.slice(1) });
    const search = await startWorker(OURS, dataDir, { cars, queries: QUERIES });
    await search.round();
    const found: ReturnType<typeof allOf>[] = [];
    for (let round = 0; round < SEARCHES; round += 1) found.push(allOf(await search.round()));
    await search.end();
    p50.push({ name: 'p50', size: cars, rounds: found.map((round) => round.p50) });
    p95.push({ name: 'p95', size: cars, rounds: found.map((round) => round.p95) });
  }
  return [
    { title: 'Search', of: 'cars', unit: 'ms', costs: [...p50, ...p95] },
    { title: 'Start', of: 'cars', unit: 'ms', costs: starts },
  ];
}

/** The cars of the first sync. */
export async function syncs(folder: string): Promise<Subject> {
  const costs: Subject['costs'][number][] = [];
  for (const times of TIMES) {
    const cars = LEAST.cars * times;
    const operator = await startOperatorProcess(cars, 0);
    try {
      await giveWholePages(operator.url);
      const rounds: number[] = [];
      for (let round = 0; round < SYNCS[times]; round += 1) {
        const file = join(folder, `sync-${times}-${round}.db`);
        rounds.push((await syncing(operator.url, file, (sync) => sync(), { cars, until: 'cars' })) / 1000);
      }
      costs.push({ name: 'cars read and indexed', size: cars, rounds });
    } finally {
      await operator.stop();
    }
  }
  return { title: 'First sync', of: 'cars', unit: 's', costs };
}
