import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchedApp } from '../host/launch.ts';
import type { RunningOperator } from '../operator/start.ts';
import { notable } from '../operator/seed/notable.ts';
import { type DrivenJob, installationSteps } from './installation.ts';

/** The job of the demonstration: a known van, a Box M from the shelf, the test user of bay 3. */
const demoJob: DrivenJob = {
  worker: 'Bay 3',
  car: { find: 'm bx 1o77' },
  key: 'Smart key, 3 buttons: Box M',
  serial: '0012 34021',
  group: notable.emptyGroup,
  testUser: 'Bay 3 Tester',
};

const REPORT_TIMEOUT_MS = 30_000;

/**
 * Drives the whole main job without a person: one line per step, a screenshot per step and the report in `outDir`.
 * Throws, naming the step, unless the test access was confirmed and removed again.
 */
export async function driveDemo(
  app: LaunchedApp,
  operator: RunningOperator,
  outDir: string,
  say: (line: string) => void,
): Promise<void> {
  await mkdir(outDir, { recursive: true });
  const { page } = app;
  let number = 0;
  const show = async (name: string) => {
    number += 1;
    const file = `${String(number).padStart(2, '0')}-${name}.png`;
    // Let transitions end: a half-faded button is no picture of the app.
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    });
    await page.screenshot({ path: join(outDir, file) });
    say(`${file} ${name}`);
  };
  await page.getByText('Online', { exact: true }).first().waitFor();
  await show('connected');
  for (const step of installationSteps(demoJob)) {
    try {
      await step.act(page);
    } catch (cause) {
      await show(`failed-at-${step.name}`);
      throw new Error(`the demonstration stopped at "${step.name}"`, { cause });
    }
    await show(step.name);
  }
  await saveReport(app, outDir);
  say('report.pdf report');
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: /Today/ }).waitFor();
  await show('home-again');
  await page
    .getByRole('link', { name: 'Queue' })
    .or(page.getByRole('button', { name: 'Queue' }))
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Queue' }).waitFor();
  await show('queue');
  checkAtOperator(operator);
  say('done: the test access was confirmed by the operator and removed again');
}

async function saveReport({ page }: LaunchedApp, outDir: string): Promise<void> {
  const before = new Set(await pdfsIn(outDir));
  await page.getByRole('button', { name: 'Save report' }).click();
  await page.getByText('Report saved', { exact: false }).waitFor({ timeout: REPORT_TIMEOUT_MS });
  const [fresh] = (await pdfsIn(outDir)).filter((name) => !before.has(name));
  if (fresh === undefined) throw new Error('the report was not written');
  await rename(join(outDir, fresh), join(outDir, 'report.pdf'));
}

async function pdfsIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.pdf') && name !== 'report.pdf');
}

/** The screen is not believed alone: the operator itself must hold the Box, and no test access. */
function checkAtOperator({ state, violations }: RunningOperator): void {
  const box = [...state.products.values()].find(
    ({ serialNumber }) => serialNumber === demoJob.serial.replace(' ', ''),
  );
  if (box?.carId === null || box === undefined) throw new Error('the operator has the Box in no car');
  const left = [...state.assignments.values()].filter(
    ({ carId, userId }) => carId === box.carId && userId === notable.testUserId,
  );
  if (left.length > 0) throw new Error('the operator still has the test access');
  if (violations.all.length > 0) throw new Error('a call broke a rule of the API');
}
