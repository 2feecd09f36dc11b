import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { countedWrites } from '../../e2e/fixture/operator-record.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Hands, Scene } from '../scene.ts';

const WORDS = 'correct horse 7';
const GROUP = 'Delivery vans north';
const GIVER = 'Lyon / Quai 4';
const rail = (page: Page) => page.getByRole('navigation');

/** A laptop gives a job that it has brought as far as its group; the next one opens the file. */
async function takenOver({ app, workshop }: Hands): Promise<Page> {
  const giver = await workshop.open({ BOXWRIGHT_RELAY_TOKEN: await workshop.laptopToken(GIVER) });
  const job = await stageJob(giver.page, { car: 20_002, serial: notable.boxes.free[0], group: GROUP });
  await expect
    .poll(() => countedWrites(workshop.operator))
    .toEqual({ 'PUT /installations': 1, 'PUT /groups/{groupId}/cars': 1 });
  await openJob(giver.page, job);
  // A job that waits for the operator cannot be given.
  await expect(rail(giver.page).getByRole('button', { name: /^Box\s*Not compared/ })).toBeVisible();
  await expect(rail(giver.page).getByRole('button', { name: /^Group\s*Confirmed/ })).toBeVisible();
  await press(giver.page, 'Transfer');
  const giving = giver.page.getByRole('dialog', { name: 'Transfer to another laptop' });
  await giving.getByLabel('Passphrase').fill(WORDS);
  await giving.getByRole('button', { name: 'Transfer', exact: true }).click();
  await expect(giver.page.getByRole('heading', { level: 1, name: 'Transferred' })).toBeVisible();
  await expect.poll(() => fileIn(app.dataDir)).toBeDefined();
  const file = (await fileIn(app.dataDir)) ?? '';
  await giver.close();

  const dataDir = await mkdtemp(join(tmpdir(), 'boxwright-other-'));
  const { page } = await workshop.open({ BOXWRIGHT_DATA_DIR: dataDir }, [file]);
  const taking = page.getByRole('dialog', { name: 'Take over a job' });
  await taking.getByLabel('Passphrase').fill(WORDS);
  await taking.getByRole('button', { name: 'Take over', exact: true }).click();
  return page;
}

async function fileIn(folder: string): Promise<string | undefined> {
  const name = (await readdir(folder)).find((one) => one.endsWith('.boxwright-job'));
  return name === undefined ? undefined : join(folder, name);
}

/** A job that another laptop began: its words are distinguished from what the operator confirmed here. */
export const takenOverScene: Scene = {
  name: 'taken-over',
  isLong: true,
  data: [GROUP, GIVER],
  open: takenOver,
  places: [
    {
      name: 'taken-over-job',
      at: 'job/installation/verify',
      go: async ({ page }) => {
        await expect(rail(page).getByText(`According to ${GIVER}`).first()).toBeVisible();
      },
    },
    {
      name: 'taken-over-queue',
      at: 'queue',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Leave, keep all' }).click();
        await page.getByRole('link', { name: 'Queue' }).click();
        await page.getByRole('radiogroup', { name: 'Show' }).getByText('Ended', { exact: true }).click();
        await page.getByRole('option').first().click();
      },
    },
    {
      name: 'taken-over-receipt',
      at: 'job/installation/finish',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('article').first().getByRole('link').first().click();
        await rail(page)
          .getByRole('button', { name: /^Finish/ })
          .click();
        await expect(page.getByText(/according to/i).first()).toBeVisible();
      },
    },
  ],
};
