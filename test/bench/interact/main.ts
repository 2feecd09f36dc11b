import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { ensureBuilt } from '../../host/build.ts';
import { bench } from '../frame/bench.ts';
import type { Row } from '../frame/rows.ts';
import { asOldLaptop, FIXED_WORK, type OldLaptop, oldLaptop } from '../old-laptop/old-laptop.ts';
import { changeSome, fullLaptop, leaveToDrain } from '../window/full-laptop.ts';
import { launchWatched, type WatchedApp } from '../window/watched-app.ts';
import { installing } from './installing.ts';
import { answerRows, delayRows, type Limits, OLD, ORDINARY, taskRows, typingRow } from './judging.ts';
import { lookingUp, queue } from './looking.ts';
import { besides, supervising } from './supervising.ts';
import { typing } from './typing.ts';
import { type Answers, at, together, type Walk, walked } from './walk.ts';

const ROUNDS = 30;
/** Fewer where each takes four times as long. */
const OLD_ROUNDS = 10;
const TYPED_ROUNDS = 5;
/** Walks beside sync and drain. A sync that ends before them is started again. */
const BUSY_ROUNDS = 6;
const OLD_BUSY_ROUNDS = 4;
/** The background work of the laptop while a person works. */
const BESIDES = 'sync and drain';
/** Enough that the drain lasts as long as these walks. */
const TO_DRAIN = { cars: 1_000, groups: 5 };
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

/** Readings of the fleet and the drain of the queue at the same time, while a person works. */
async function whileBusy(
  { page, watchDelay, delay }: WatchedApp,
  limits: Limits,
  mostRounds: number,
): Promise<readonly Row[]> {
  await watchDelay();
  const rounds: Answers[] = [];
  const isDraining = async () => {
    const { sync, drain } = await isBusy(page);
    if (drain && !sync) await page.evaluate(() => window.boxwright.directory.sync({}));
    return drain;
  };
  while (rounds.length < mostRounds && (await isDraining())) {
    rounds.push(await walked(page, 1, lookingUp, 'no warm-up'));
  }
  const during = await delay();
  if (rounds.length === 0) throw new Error('the laptop was at rest before anybody worked');
  return [...delayRows(BESIDES, during, limits), ...answerRows(together(rounds), limits, BESIDES)];
}

/** How many times slower its processes are than on this machine. */
const slowdowns = async (old: OldLaptop, { main, page }: WatchedApp): Promise<readonly Row[]> => [
  await old.slowdown('in main', async () => z.number().parse(await main.evaluate(FIXED_WORK))),
  await old.slowdown('in the window', async () => z.number().parse(await page.evaluate(FIXED_WORK))),
];

await bench('interact', async ({ rounds, keep, old: isOld }) => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwright-bench-interact-'));
  await ensureBuilt(() => undefined);
  const laptop = await fullLaptop(folder, typeof keep === 'string' ? keep : null);
  const old = isOld === true ? await oldLaptop(folder) : null;
  const limits = old === null ? ORDINARY : OLD;
  let watched: WatchedApp | null = null;
  try {
    changeSome(laptop, CHANGED_EVERY);
    leaveToDrain(laptop, TO_DRAIN);
    watched = await launchWatched({ ...laptop.env, ...old?.env });
    const { page, watchDelay, delay } = watched;
    const slower = old === null ? [] : await slowdowns(old, watched);
    await page.setViewportSize(WINDOW);
    await page.getByLabel('Name or bay').fill('Bay 3');
    await page.keyboard.press('Enter');
    const busy = await whileBusy(watched, limits, old === null ? BUSY_ROUNDS : OLD_BUSY_ROUNDS);
    // Nothing is measured until the laptop is at rest.
    await old?.fast();
    await atRest(page, ['sync', 'drain']);
    await at(page, '#/installations/table', 'main h1:text("Installations")');
    await atRest(page, ['log']);
    await old?.slow();
    await watchDelay();
    const answers = await walked(page, Number(rounds ?? (old === null ? ROUNDS : OLD_ROUNDS)), everything);
    const during = await delay();
    const typed = await typing(page, TYPED_ROUNDS);
    const measured = [
      ...slower,
      ...answerRows(answers, limits),
      ...taskRows(answers, limits),
      ...delayRows('the actions', during, limits),
      typingRow(typed),
      ...busy,
    ];
    return old === null ? measured : asOldLaptop(measured);
  } finally {
    await old?.end();
    await watched?.close();
    await laptop.operator.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
});
