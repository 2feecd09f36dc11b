import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Place, Scene } from '../scene.ts';

const NAME =
  'Sprinter 316 CDI Kühlkoffer der Niederlassung Donaudampfschifffahrtsgesellschaft, Stellplatz 114, Ersatzfahrzeug für Wagen 7';
const GROUP =
  'Kühlfahrzeuge der Niederlassung Süd-Südost einschließlich aller Ersatzfahrzeuge und Anhänger, Tour 12 a';
const car = { name: NAME.slice(0, 120), licensePlate: '', vin: '', brand: '', model: '' };

const step = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: new RegExp(`${name} `) })
    .click();

const stepPlace = (name: 'car' | 'box' | 'group' | 'finish', label: string): Place => ({
  name: `long-${name}`,
  at: `job/installation/${name}`,
  go: async ({ page }) => step(page, label),
});

/** Changes an entry of this laptop's log in its file, as a person with another tool might. */
function changeEntry(dataDir: string, number: number): void {
  const [file = ''] = globSync(join(dataDir, '**/queue.db'));
  const database = new Sqlite(file);
  database.prepare("UPDATE log_entry SET worker = 'Somebody else' WHERE number = ?").run(number);
  database.close();
}

/** Names of a hundred letters and more, wherever they appear. */
export const longTextsScene: Scene = {
  name: 'long-texts',
  isLong: true,
  data: [NAME, GROUP, 'Somebody else', 'For the picture', 'SAP'],
  places: [
    {
      name: 'long-verify',
      at: 'job/installation/verify',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        const staged = { serial: notable.boxes.free[0], group: GROUP.slice(0, 100) };
        await openJob(page, await stageJob(page, { car, ...staged, testUser: notable.testUserId }));
        await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
      },
    },
    stepPlace('car', 'Car'),
    stepPlace('box', 'Box'),
    stepPlace('group', 'Group'),
    stepPlace('finish', 'Finish'),
    {
      name: 'long-home',
      at: 'home',
      go: async ({ page }) => {
        await press(page, 'Leave, keep all');
        await expect(page.getByRole('article')).toContainText('Sprinter');
      },
    },
    {
      name: 'long-queue',
      at: 'queue',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Queue' }).click();
        await page.getByRole('radiogroup', { name: 'Show' }).getByText('Ended', { exact: true }).click();
        await page.getByRole('option').filter({ hasText: 'Sprinter' }).first().click();
        await expect(page.getByRole('article')).toContainText('Asked for');
      },
    },
    {
      name: 'long-installations',
      at: 'installations',
      go: async ({ page, app }) => {
        changeEntry(app.dataDir, 3);
        await page.getByRole('link', { name: 'Installations' }).click();
        await expect(page.getByRole('grid', { name: 'Jobs' })).toContainText('Sprinter');
        await expect(page.getByRole('img', { name: 'Log has a fault' })).toBeVisible();
      },
    },
    {
      name: 'long-installation',
      at: 'installation',
      go: async ({ page }) => {
        await page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]').first().click();
        await expect(page.getByRole('heading', { name: /Everything that happened/ })).toBeVisible();
      },
    },
    {
      name: 'installations-logs-faulty',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Back to the table' }).click();
        await page
          .getByRole('radiogroup', { name: 'Parts of this page' })
          .getByText('Logs', { exact: true })
          .click();
        await expect(page.getByText('Entry 3 was changed after it was written.')).toBeVisible();
      },
    },
  ],
};
