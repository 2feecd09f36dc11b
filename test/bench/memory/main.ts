import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServices } from '../../demo/services.ts';
import { planDay } from '../../e2e/fixture/day-plan.ts';
import { keepQuickChecklists } from '../../e2e/fixture/quick-checklist.ts';
import { fleetRead } from '../../e2e/fixture/workshop.ts';
import { ensureBuilt } from '../../host/build.ts';
import { bench } from '../frame/bench.ts';
import { launchWatched, type WatchedApp } from '../window/watched-app.ts';
import { workedDay } from './day.ts';
import { type DaysEnd, growthRows } from './growth.ts';
import { nightPasses } from './yesterday.ts';

const DAYS = 10;
const JOBS = 40;
/** Boxes on the shelf of each variant, and cars without one, for all days. */
const CARS = 4_000;
const RESULT_DELAY_MS = 100;
const LONGEST_START_MS = 120_000;
const WINDOW = { width: 1280, height: 800 };

const dayLine = (day: number, { main, renderer }: DaysEnd): string =>
  [
    `day ${String(day).padStart(2)}`,
    `main ${main.heap.toFixed(2)} MiB alive, ${main.rss.toFixed(0)} in all`,
    `renderer ${renderer.heap.toFixed(2)} MiB alive, ${renderer.rss.toFixed(0)} in all`,
  ].join('   ');

await bench('memory', async ({ days = DAYS, jobs = JOBS }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwright-bench-memory-'));
  await ensureBuilt(() => undefined);
  await keepQuickChecklists(dataDir);
  const services = await startDemoServices({ cars: CARS, resultDelayMs: RESULT_DELAY_MS });
  let watched: WatchedApp | null = null;
  try {
    watched = await launchWatched({ ...services.env, BOXWRIGHT_DATA_DIR: dataDir });
    const { page, held } = watched;
    await page.setViewportSize(WINDOW);
    await page.getByLabel('Name or bay').fill('Bay 3');
    await page.keyboard.press('Enter');
    await fleetRead(page, LONGEST_START_MS);
    const [queueFile] = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('queue.db'),
    );
    if (queueFile === undefined) throw new Error('the app made no queue.db');
    const ends: DaysEnd[] = [];
    for (let day = 1; day <= Number(days); day += 1) {
      await workedDay(page, planDay(services.operator, Number(jobs), 'Day shift'));
      const end = await held();
      ends.push(end);
      console.error(dayLine(day, end));
      nightPasses(join(dataDir, queueFile));
    }
    return growthRows(ends, Number(jobs));
  } finally {
    await watched?.close();
    await services.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
});
