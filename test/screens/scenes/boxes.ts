import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { scan } from '../../e2e/fixture/scanner.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Scene } from '../scene.ts';

const [FIRST, SECOND, THIRD] = notable.boxes.free;
const [SMALL] = notable.boxes.freeSmall;
const WHY = 'The light stays red';

const record = (page: Page) => page.getByRole('button', { name: /^Record/ });
const markOf = (page: Page, serial: string) =>
  page.getByRole('button', { name: `Take Box ${serial} out of use` });

/** Boxes scanned in, marked, and offered at the Box step. */
export const boxesScene: Scene = {
  name: 'boxes',
  isLong: true,
  data: [...notable.boxes.free, ...notable.boxes.freeSmall, WHY, 'SAP-100', 'SAP-080'],
  places: [
    {
      name: 'boxes-empty',
      at: 'boxes',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Boxes', exact: true }).click();
        await expect(page.getByText('No Box at hand')).toBeVisible();
      },
    },
    {
      name: 'boxes-scanned',
      at: 'boxes',
      go: async ({ page }) => {
        for (const serial of [FIRST, SECOND, SMALL, FIRST]) await scan(page, serial);
        await expect(page.getByText(`Box ${FIRST} is on the list already.`)).toBeVisible();
        await expect(section(page, 'Scanned').getByRole('listitem')).toHaveCount(3);
      },
    },
    {
      name: 'boxes-at-hand',
      at: 'boxes',
      go: async ({ page }) => {
        await page.keyboard.press('Enter');
        await expect(page.getByText('3 Boxes are recorded.')).toBeVisible();
        await expect(section(page, 'At hand').getByRole('listitem')).toHaveCount(3);
      },
    },
    {
      name: 'boxes-mark',
      at: 'boxes',
      go: async ({ page }) => {
        await markOf(page, SECOND).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Defective', { exact: true }).click();
        await dialog.getByLabel('Reason').fill(WHY);
        await expect(dialog.getByRole('button', { name: 'Take out of use' })).toBeEnabled();
      },
    },
    {
      name: 'boxes-out-of-use',
      at: 'boxes',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Take out of use' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(section(page, 'Out of use')).toContainText(WHY);
        await scan(page, SECOND);
        await expect(record(page)).toHaveText('Record 1 Box');
        await scan(page, THIRD);
        await expect(record(page)).toHaveText('Record 2 Boxes');
      },
    },
    {
      name: 'installation-box-at-hand',
      at: 'job/installation/box',
      go: async ({ page }) => {
        await record(page).click();
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await drive(page, KNOWN_CAR, { from: 'car', to: 'before' });
        await expect(page.getByRole('button', { name: `Look up Box ${FIRST}` })).toBeVisible();
      },
    },
    {
      name: 'installation-box-out-of-use',
      at: 'job/installation/box',
      go: async ({ page }) => {
        await scan(page, SECOND);
        await expect(page.getByText('Defective or lost')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Fit it all the same' })).toHaveCount(0);
      },
    },
  ],
};

/** The stock of a supervisor, by site and variant. */
export const stockScene: Scene = {
  name: 'stock',
  isLong: true,
  role: 'supervisor',
  data: [...notable.boxes.free, ...notable.boxes.freeSmall, WHY, 'SAP-100', 'SAP-080', 'Test laptop'],
  places: [
    {
      name: 'installations-stock-empty',
      at: 'installations',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await openStock(page);
        await expect(page.getByText('No Box is recorded yet')).toBeVisible();
      },
    },
    {
      name: 'installations-stock',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Home' }).click();
        await page.getByRole('link', { name: 'Boxes', exact: true }).click();
        for (const serial of [FIRST, SECOND, THIRD, SMALL]) await scan(page, serial);
        await expect(record(page)).toHaveText('Record 4 Boxes');
        await record(page).click();
        await markOf(page, SECOND).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('Lost', { exact: true }).click();
        await dialog.getByLabel('Reason').fill(WHY);
        await dialog.getByRole('button', { name: 'Take out of use' }).click();
        await expect(dialog).toHaveCount(0);
        await openStock(page);
        await expect(page.getByRole('table', { name: 'Single Boxes' }).getByRole('row')).toHaveCount(5);
        await expect(page.getByText('Not known')).toHaveCount(0);
      },
    },
  ],
};

async function openStock(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Installations' }).click();
  await page
    .getByRole('radiogroup', { name: 'Parts of this page' })
    .getByText('Boxes', { exact: true })
    .click();
}
