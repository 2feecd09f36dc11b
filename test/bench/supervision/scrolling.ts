import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDemoServices } from '../../demo/services.ts';
import { type LaunchedApp, launchApp } from '../../host/launch.ts';
import { fleetRead } from '../../e2e/fixture/workshop.ts';
import { percentile } from './timing.ts';

/** The frames of the window during one way of scrolling. */
export interface Scrolled {
  readonly name: string;
  /** From one frame to the next, in ms. */
  readonly frames: readonly number[];
  /** Frames in which some row in sight had nothing in it, or was not there. */
  readonly blank: number;
  /** From the scroll bar's leap until every row in sight had its job, in ms; none without a leap. */
  readonly leaps: readonly number[];
  /** Rows the table has. */
  readonly rows: number;
}

/** One notch of a wheel, in pixels. */
const NOTCH = 120;
const NOTCHES = 150;
const LEAPS = 30;
const LONGEST_START_MS = 120_000;

/**
 * Scrolls the supervisor's table in the real window of the real app, whose copies are `file`: by the wheel notch by notch, by a
 * wheel that runs free, by the Page Down key held down, and by the scroll bar to anywhere.
 */
export async function scrolling(file: string): Promise<readonly Scrolled[]> {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-window-'));
  const services = await startDemoServices({ cars: 50 });
  const env = {
    ...services.env,
    BOXWRIGHT_DATA_DIR: folder,
    BOXWRIGHT_RELAY_TOKEN: services.supervisorToken,
  };
  let app: LaunchedApp | null = null;
  try {
    app = await launchApp({ env });
    await fleetRead(app.page, LONGEST_START_MS);
    await openTable(app.page);
    await app.page.getByRole('grid').or(app.page.getByText('No jobs have arrived yet')).waitFor();
    await app.close();
    // The profile's own copies make room for those that were filled.
    const copies = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /supervision\.db(-wal|-shm)?$/.test(name),
    );
    const own = copies.find((name) => name.endsWith('.db'));
    if (own === undefined) throw new Error('the app made no supervision.db');
    for (const name of copies) rmSync(join(folder, name));
    copyFileSync(file, join(folder, own));
    app = await launchApp({ env });
    await app.page.setViewportSize({ width: 1280, height: 800 });
    await openTable(app.page);
    await app.page
      .getByRole('grid')
      .locator('[aria-selected]')
      .first()
      .waitFor({ timeout: LONGEST_START_MS });
    return await scrollIn(app.page);
  } finally {
    await app?.close();
    await services.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const openTable = (page: Page) =>
  page.evaluate(() => {
    location.hash = '#/installations/table';
  });

async function scrollIn(page: Page): Promise<readonly Scrolled[]> {
  const box = await page.getByRole('grid').boundingBox();
  if (box === null) throw new Error('the table is not there');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const wheel = async (notches: number, every: number) => {
    for (let turn = 0; turn < NOTCHES; turn += 1) {
      await page.mouse.wheel(0, notches * NOTCH);
      await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), every);
    }
  };
  // Once without counting: the first rows of a kind cost what no later ones do.
  await wheel(1, 10);
  return [
    await watched(page, 'the wheel, notch by notch', () => wheel(1, 40)),
    await watched(page, 'the wheel, running free', () => wheel(8, 12)),
    await watched(page, 'Page Down, held', async () => {
      await page.getByRole('grid').focus();
      for (let turn = 0; turn < NOTCHES; turn += 1) {
        await page.keyboard.press('PageDown');
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 30)));
      }
    }),
    await watched(page, 'the scroll bar, to anywhere', () => leap(page)),
  ];
}

/** Drags the scroll bar to places all over the table; how long each stood without its jobs. */
const leap = (page: Page): Promise<readonly number[]> =>
  page.evaluate(async (leaps) => {
    const table = document.querySelector('[role=grid]');
    if (table === null) throw new Error('the table is not there');
    const took: number[] = [];
    for (let turn = 0; turn < leaps; turn += 1) {
      const from = performance.now();
      // The golden ratio comes to no place twice, and to all parts alike.
      table.scrollTop = ((turn * 0.618_034) % 1) * (table.scrollHeight - table.clientHeight);
      do await new Promise(requestAnimationFrame);
      while (window.rowsMissing());
      took.push(performance.now() - from);
    }
    return took;
  }, LEAPS);

declare global {
  interface Window {
    /** Is a row in sight without its job? Laid into the window by this bench. */
    rowsMissing: () => boolean;
  }
}

/** Counts frames from the first to the last of what `act` does. */
async function watched(
  page: Page,
  name: string,
  act: () => Promise<readonly number[] | void>,
): Promise<Scrolled> {
  const counting = await page.evaluateHandle(() => {
    const seen: { frames: number[]; blank: number; going: boolean } = { frames: [], blank: 0, going: true };
    window.rowsMissing = () => {
      const table = document.querySelector('[role=grid]');
      if (table === null) return true;
      const { left, top, height, width } = table.getBoundingClientRect();
      return [0.15, 0.5, 0.9].some((part) => {
        const row = document.elementFromPoint(left + width / 2, top + height * part)?.closest('[role=row]');
        // A row on its way has one cell.
        return row === undefined || row === null || row.childElementCount < 2;
      });
    };
    let before: number | null = null;
    const count = (now: number) => {
      if (before !== null) seen.frames.push(now - before);
      before = now;
      if (window.rowsMissing()) seen.blank += 1;
      if (seen.going) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    return seen;
  });
  const leaps = (await act()) ?? [];
  const { frames, blank } = await counting.evaluate((seen) => {
    seen.going = false;
    return { frames: seen.frames, blank: seen.blank };
  });
  await counting.dispose();
  const count = await page.getByRole('grid').getAttribute('aria-rowcount');
  return { name, frames, blank, leaps, rows: Number(count) - 1 };
}

/** The limit of smooth scrolling: nineteen frames of twenty within two of a 60 Hz screen. */
const SMOOTH_MS = 34;

/** A row of the table. */
export function scrolledLine({ name, frames, blank, leaps, rows }: Scrolled): string {
  const shown = (ms: number) => `${ms.toFixed(1).padStart(6)} ms`;
  const worst = Math.max(0, ...frames);
  return [
    `${name} (${rows} rows)`.padEnd(46),
    `frame p50 ${shown(percentile(frames, 0.5))}`,
    `p95 ${shown(percentile(frames, 0.95))}`,
    `longest ${shown(worst)}`,
    `rows missing in ${blank} of ${frames.length} frames`,
    ...(leaps.length === 0 ? [] : [`there again after p95 ${shown(percentile(leaps, 0.95))}`]),
  ].join('   ');
}

/** The missed targets; a leap has none, since nothing glides there. */
export function notSmooth({ name, frames, leaps }: Scrolled): readonly string[] {
  const frame = percentile(frames, 0.95);
  return leaps.length === 0 && frame > SMOOTH_MS ? [`${name}: ${frame.toFixed(1)} ms a frame at p95`] : [];
}
