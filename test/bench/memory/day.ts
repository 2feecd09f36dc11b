import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { JobSummary } from '../../../shared/domain/job.ts';
import { dayWorker } from '../../e2e/fixture/day-worker.ts';
import type { PlannedJob } from '../../e2e/fixture/day-plan.ts';
import { openJob } from '../../e2e/fixture/stage.ts';
import { at } from '../interact/walk.ts';

/** Longer than the operator and the queue ever take. */
const LONGEST_MS = 120_000;
/** After every fifth job the worker opens other screens. */
const LOOKS_EVERY = 5;
const HEADING = 'main h1';

/** A day at one window: each job is open on the screen while it is worked on, by the calls that its screens make. */
export async function workedDay(page: Page, plan: readonly PlannedJob[]): Promise<void> {
  const worker = dayWorker(page);
  const mine = new Set<string>();
  for (const [index, planned] of plan.entries()) {
    await at(page, '#/home', HEADING);
    await page.keyboard.press('n');
    await page.locator(`${HEADING}:text("Which car?")`).waitFor();
    await page.keyboard.type(planned.plate);
    const job = await worker.work(planned);
    mine.add(job.id);
    await openJob(page, job.id);
    await page.locator(HEADING).waitFor();
    if (index % LOOKS_EVERY === 0) await lookAround(page, planned.plate);
  }
  const own = async () => (await worker.jobs()).filter(({ id }) => mine.has(id));
  const all = (holds: (job: JobSummary) => boolean) => async () => (await own()).every(holds);
  await until(all(({ testAccessOpen, unfinished }) => testAccessOpen && unfinished === 0));
  for (const { id } of await own()) {
    await openJob(page, id);
    await page.locator(HEADING).waitFor();
    await worker.tryTheCar(id);
  }
  await until(all(({ unfinished }) => unfinished === 0));
  for (const { id } of await own()) await worker.finish(id);
  await at(page, '#/home', HEADING);
}

/** Every screen beside the jobs, once. */
async function lookAround(page: Page, plate: string): Promise<void> {
  await at(page, '#/directory/cars', 'main ul[aria-label=Cars] a');
  await page.locator('main input[type=search]').fill(plate);
  await page.locator('main ul[aria-label=Cars] a').first().click();
  await page.locator('main section[aria-label]').waitFor();
  await at(page, '#/queue/done', 'main input[type=search]');
  await at(page, '#/installations/table', HEADING);
  await at(page, '#/installations/numbers', HEADING);
  await at(page, '#/settings', 'main h2');
  await at(page, '#/diagnostics', 'main h3');
  await at(page, '#/shift', HEADING);
  await page.keyboard.press('Control+k');
  await page.locator('[role=dialog] input[role=combobox]').fill(plate);
  await page.locator('[role=dialog] [role=option]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[role=dialog]').waitFor({ state: 'hidden' });
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('the jobs of the day do not come to their end');
    await pause(100);
  }
}
