import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startDemoServices } from '../../demo/services.ts';
import { fleetRead } from '../../e2e/fixture/workshop.ts';
import { ensureBuilt } from '../../host/build.ts';
import { launchWatched } from '../window/watched-app.ts';

const CARS = 200;
const LONGEST_START_MS = 120_000;
const SETTLED_MS = 10_000;

/** The costs of the window's process in a minute. */
export interface WindowAtRest {
  readonly taskMs: number;
  readonly styles: number;
}

/** Home of a laptop that is not touched. */
export async function windowAtRest(folder: string, restMs: number): Promise<WindowAtRest> {
  const dataDir = join(folder, 'window');
  mkdirSync(dataDir);
  await ensureBuilt(() => undefined);
  const services = await startDemoServices({ cars: CARS });
  try {
    const watched = await launchWatched({ ...services.env, BOXWRIGHT_DATA_DIR: dataDir });
    try {
      const { page } = watched;
      await page.getByLabel('Name or bay').fill('Bay 3');
      await page.keyboard.press('Enter');
      await fleetRead(page, LONGEST_START_MS);
      await pause(SETTLED_MS);
      const renderer = await page.context().newCDPSession(page);
      await renderer.send('Performance.enable');
      const read = async () => {
        const { metrics } = await renderer.send('Performance.getMetrics');
        const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
        return { taskMs: of('TaskDuration') * 1000, styles: of('RecalcStyleCount') };
      };
      const before = await read();
      await pause(restMs);
      const after = await read();
      const perMinute = (value: number) => (value / restMs) * 60_000;
      return {
        taskMs: perMinute(after.taskMs - before.taskMs),
        styles: perMinute(after.styles - before.styles),
      };
    } finally {
      await watched.close();
    }
  } finally {
    await services.stop();
  }
}
