import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Scene } from '../scene.ts';

const WORDS = 'correct horse 7';
const giving = (page: Page) => page.getByRole('dialog', { name: 'Transfer to another laptop' });
const taking = (page: Page) => page.getByRole('dialog', { name: 'Take over a job' });

/** A job leaves for another laptop, and what stands in its way; its file comes back to the laptop that wrote it. */
export const handOverScene: Scene = {
  name: 'hand-over',
  isLong: true,
  data: ['M-BX-1042.boxwright-job'],
  places: [
    {
      name: 'hand-over-give',
      at: 'job/installation/group',
      go: async ({ page, workshop: { operator } }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        operator.faults.add({
          method: 'PUT',
          path: '/installations',
          count: 'all',
          effect: { kind: 'hold' },
        });
        await openJob(page, await stageJob(page, { car: 20_002, serial: notable.boxes.free[0] }));
        await press(page, 'Transfer');
        await expect(giving(page).getByLabel('Passphrase')).toBeVisible();
      },
    },
    {
      name: 'hand-over-not-yet',
      at: 'job/installation/group',
      go: async ({ page }) => {
        await giving(page).getByLabel('Passphrase').fill(WORDS);
        await giving(page).getByRole('button', { name: 'Transfer', exact: true }).click();
        await expect(giving(page).getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'hand-over-given',
      at: 'job/handed-over',
      go: async ({ page, workshop: { operator } }) => {
        operator.faults.clear();
        const rail = page.locator('nav', { hasText: 'Box' });
        await expect(rail.getByText('Not compared')).toBeVisible();
        await giving(page).getByRole('button', { name: 'Transfer', exact: true }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Transferred' })).toBeVisible();
      },
    },
    {
      name: 'hand-over-take',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await press(page, 'Take over a job');
        await expect(taking(page)).toBeVisible();
      },
    },
    {
      name: 'hand-over-wrong-passphrase',
      at: 'home',
      go: async ({ page, app }) => {
        const file = (await readdir(app.dataDir)).find((name) => name.endsWith('.boxwright-job'));
        if (file === undefined) throw new Error('a file was written');
        await taking(page).locator('input[type=file]').setInputFiles(join(app.dataDir, file));
        await taking(page).getByLabel('Passphrase').fill('something else');
        await taking(page).getByRole('button', { name: 'Take over', exact: true }).click();
        await expect(taking(page).getByRole('alert')).toContainText('does not open the file');
      },
    },
    {
      name: 'hand-over-own',
      at: 'home',
      go: async ({ page }) => {
        await taking(page).getByLabel('Passphrase').fill(WORDS);
        await taking(page).getByRole('button', { name: 'Take over', exact: true }).click();
        await expect(taking(page).getByRole('textbox')).toHaveCount(2);
      },
    },
  ],
};
