import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { ensureBuilt } from '../../host/build.ts';
import { bench } from '../frame/bench.ts';
import type { Row } from '../frame/rows.ts';
import { changeSome, fullLaptop, leaveToDrain } from '../window/full-laptop.ts';
import { launchWatched, type WatchedApp } from '../window/watched-app.ts';
import { installing } from './installing.ts';
import { answerRows, delayRows, taskRows } from './judging.ts';
import { lookingUp, queue } from './looking.ts';
import { besides, supervising } from './supervising.ts';
import { type Answers, at, together, type Walk, walked } from './walk.ts';

const ROUNDS = 30;
/** The background work of the laptop while a person works. */
const BESIDES = 'sync and drain';
/** Enough that the drain lasts as long as a good part of the sync. */
const TO_DRAIN = { cars: 1_000, groups: 2 };
const WINDOW = { width: 1280, height: 800 };
/** Of the fleet, since the laptop read it last. */
const CHANGED_EVERY = 20;
/** Longer than a whole reading of the fleet, or of the laptop's own log, may take here. */
const LONGEST_MS = 600_000;

/** The background work of the laptop, in order. */
type Busy = 'sync' | 'drain' | 'log';

const isBusy = (page: Page): Promise<Readonly<Record<Busy, boolean>>> =>
  page.evaluate(async () => {
    const status = await window.boxwright.app.status({});
    const supervision = await window.boxwright.supervision.status({});
    const queue = await window.boxwright.queue.order({ show: 'open', text: '', car: null });
    if (!status.ok || !supervision.ok || !queue.ok) throw new Error('the app does not answer');
    return {
      sync: status.value.sync.state !== 'complete',
      drain: queue.value.seqs.length > 0,
      log: supervision.value.reading.state !== 'up-to-date',
    };
  });

/** Waits until none of these is under way. */
async function atRest(page: Page, what: readonly Busy[]): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  for (;;) {
    const busy = await isBusy(page);
    if (what.every((one) => !busy[one])) return;
    if (performance.now() > deadline) throw new Error(`still busy: ${JSON.stringify(busy)}`);
    await pause(200);
  }
}

async function everything(walk: Walk): Promise<void> {
  await installing(walk);
  await lookingUp(walk);
  await queue(walk);
  await supervising(walk);
  await besides(walk);
}

/** The first reading of the fleet and the drain of the queue at the same time, while a person works. */
async function whileBusy({ page, watchDelay, delay }: WatchedApp): Promise<readonly Row[]> {
  await watchDelay();
  const rounds: Answers[] = [];
  const both = async () =>
    Object.values(await isBusy(page))
      .slice(0, 2)
      .every(Boolean);
  while (await both()) rounds.push(await walked(page, 1, lookingUp, 'no warm-up'));
  const during = await delay();
  if (rounds.length === 0) throw new Error('the laptop was at rest before anybody worked');
  await atRest(page, ['sync', 'drain']);
  return [...delayRows(BESIDES, during), ...answerRows(together(rounds), BESIDES)];
}

await bench('interact', async ({ rounds, keep }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-interact-'));
  await ensureBuilt(() => undefined);
  const laptop = await fullLaptop(folder, typeof keep === 'string' ? keep : null);
  let watched: WatchedApp | null = null;
  try {
    changeSome(laptop, CHANGED_EVERY);
    leaveToDrain(laptop, TO_DRAIN);
    watched = await launchWatched(laptop.env);
    const { page } = watched;
    await page.setViewportSize(WINDOW);
    await page.getByLabel('Name or bay').fill('Bay 3');
    await page.keyboard.press('Enter');
    const busy = await whileBusy(watched);
    await at(page, '#/installations/table', 'main h1:text("Installations")');
    await atRest(page, ['log']);
    const answers = await walked(page, Number(rounds ?? ROUNDS), everything);
    return [...answerRows(answers), ...taskRows(answers), ...busy];
  } finally {
    await watched?.close();
    await laptop.operator.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
