import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { bringFleet } from '../../e2e/fixture/fleet/bring.ts';
import { fleetWords } from '../../e2e/fixture/fleet/plan.ts';
import type { Hands, Place, Scene } from '../scene.ts';

/** How long a laptop reads some thousand entries of the relay under load, at most. */

/** Saved by name. */
const VIEW = 'Everything of the north that has to be looked at before Friday';

const table = (page: Page) => page.getByRole('grid', { name: 'Jobs' });
const rows = (page: Page) => table(page).locator('[aria-selected]');
const filters = (page: Page) => page.getByRole('search', { name: 'Filters' });
const part = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Parts of this page' }).getByText(name, { exact: true }).click();
const closed = async (page: Page) => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

const ofTheTable: readonly Place[] = [
  {
    name: 'installations-table',
    at: 'installations',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      await page.getByRole('link', { name: 'Installations' }).click();
      await expect(page.getByText('300 jobs')).toBeVisible();
      await expect(page.getByText('Up to date')).toBeVisible();
    },
  },
  {
    name: 'installations-filter',
    at: 'installations',
    go: async ({ page }) => {
      await filters(page).getByRole('button', { name: 'More' }).click();
      await expect(page.getByText('Every check is green')).toBeVisible();
    },
  },
  {
    name: 'installations-dates',
    at: 'installations',
    go: async ({ page }) => {
      // In the smallest window the sheet was hidden and lost the focus: it is not left by a key.
      await filters(page).getByRole('button', { name: 'Begun' }).click();
      await expect(page.getByText('Every check is green')).toHaveCount(0);
      await expect(page.getByLabel('Until')).toBeVisible();
    },
  },
  {
    name: 'installations-dates-wrong',
    at: 'installations',
    go: async ({ page }) => {
      // Whether the sheet is still open or not: another one closes it.
      await filters(page).getByRole('button', { name: 'Site' }).click();
      await filters(page).getByRole('button', { name: 'Begun' }).click();
      await page.getByLabel('From').fill('31/2/2026');
      await page.getByLabel('Until').focus();
      await expect(page.getByText('A day looks like 24/11/2026.')).toBeVisible();
    },
  },
  {
    name: 'installations-choices',
    at: 'installations',
    go: async ({ page }) => {
      await filters(page).getByRole('button', { name: 'Installer' }).click();
      await expect(page.getByLabel('Until')).toHaveCount(0);
      await expect(page.getByRole('dialog', { name: 'Installer' })).toContainText('Dominique');
    },
  },
  {
    name: 'installations-narrowed',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('dialog', { name: 'Installer' }).getByText('Kim', { exact: true }).click();
      await page.getByRole('heading', { level: 1 }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText(/of 300 jobs/)).toBeVisible();
    },
  },
  {
    name: 'installations-none',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('searchbox', { name: 'Plate, VIN or model' }).fill('QQ 999');
      await expect(page.getByText('No job is under these filters')).toBeVisible();
    },
  },
  {
    name: 'installations-hand-out',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Clear filters' }).last().click();
      await page.getByRole('button', { name: 'Export…' }).click();
      await expect(page.getByRole('dialog', { name: 'Export' })).toContainText('300 jobs');
    },
  },
  {
    name: 'installations-hand-out-sheet',
    at: 'installations',
    go: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByText('Acceptance sheet', { exact: true }).click();
      await expect(dialog.getByRole('combobox', { name: 'Group' })).toBeVisible();
    },
  },
  {
    name: 'installations-hand-out-pack',
    at: 'installations',
    go: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByText('Monthly pack', { exact: true }).click();
      // The month of today, the first of the list: the last one has no job here.
      await dialog.getByRole('combobox', { name: 'Month' }).click();
      await page.getByRole('option').first().click();
      await expect(dialog.getByText(/The pack has [1-9]\d* jobs?\./)).toBeVisible();
    },
  },
  {
    name: 'installations-hand-out-saved',
    at: 'installations',
    go: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Export' });
      await dialog.getByRole('button', { name: 'Save as…' }).click();
      await expect(dialog.getByRole('button', { name: 'Open the folder' })).toBeVisible();
    },
  },
  {
    name: 'installations-by-keys',
    at: 'installations',
    go: async ({ page }) => {
      await closed(page);
      await table(page).focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.getByText('2 jobs selected')).toBeVisible();
    },
  },
  {
    name: 'installations-save-view',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('link', { name: 'To review, by risk' }).click();
      await page.getByRole('button', { name: 'Save this view' }).click();
      await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeVisible();
    },
  },
  {
    name: 'installations-remove-view',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('textbox', { name: 'Name of the view' }).fill(VIEW);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('button', { name: `Change the view ${VIEW}` }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await expect(page.getByRole('dialog', { name: 'Remove this view?' })).toContainText(VIEW);
    },
  },
  {
    name: 'installations-approve-many',
    at: 'installations',
    go: async ({ page }) => {
      await closed(page);
      await page.getByRole('button', { name: /^Select all/ }).click();
      await page.getByRole('button', { name: 'Approve…' }).click();
      await expect(page.getByRole('dialog', { name: 'Approve several jobs' })).toContainText(
        'can be approved',
      );
    },
  },
  {
    name: 'installations-approved',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('button', { name: /^Approve [0-9]+ jobs/ }).click();
      await expect(page.getByText(/jobs were approved/)).toBeVisible();
    },
  },
];

const ofTheNumbers: readonly Place[] = [
  {
    name: 'installations-numbers',
    at: 'installations',
    go: async ({ page }) => {
      await closed(page);
      await page.getByRole('link', { name: 'All jobs' }).click();
      await part(page, 'Numbers');
      await expect(page.getByRole('img', { name: 'Jobs' })).toBeVisible();
    },
  },
  {
    name: 'installations-numbers-compared',
    at: 'installations',
    go: async ({ page }) => {
      const by = page.getByRole('radiogroup', { name: 'Compare by' });
      await by.getByText('Installer', { exact: true }).click();
      await expect(page.getByRole('list', { name: 'Median time per job' })).toContainText('Dominique');
      await by.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'installations-numbers-table',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table', { exact: true }).click();
      await expect(page.getByRole('region', { name: 'All numbers' })).toContainText('Dominique');
    },
  },
  {
    name: 'installations-numbers-reasons',
    at: 'installations',
    go: async ({ page }) => {
      await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Charts', { exact: true }).click();
      await page.getByRole('heading', { name: 'Why jobs were sent back' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('list', { name: 'Why jobs were sent back' })).toBeVisible();
    },
  },
  {
    name: 'installations-logs',
    at: 'installations',
    go: async ({ page }) => {
      await part(page, 'Logs');
      await expect(page.getByRole('article', { name: 'Lyon / Quai 4' })).toBeVisible();
    },
  },
];

const ofOneJob: readonly Place[] = [
  {
    name: 'installation',
    at: 'installation',
    go: async ({ page }) => {
      await page.getByRole('link', { name: 'To review, by risk' }).click();
      await part(page, 'Table');
      await rows(page).first().click();
      await expect(page.getByRole('heading', { name: /Everything that happened/ })).toBeVisible();
    },
  },
  {
    name: 'installation-photo',
    at: 'installation',
    go: async ({ page }) => {
      await page
        .getByRole('button', { name: /^Show large: Photos of the Box/ })
        .first()
        .click();
      await expect(page.getByRole('button', { name: 'Next photo' })).toBeVisible();
    },
  },
  {
    name: 'installation-now',
    at: 'installation',
    go: async ({ page }) => {
      await closed(page);
      await page.getByRole('button', { name: 'Compare now' }).click();
      await expect(page.getByRole('button', { name: 'Compare again' })).toBeVisible();
    },
  },
  {
    name: 'installation-timeline',
    at: 'installation',
    go: async ({ page }) => {
      await page.getByText('Test access asked for').first().scrollIntoViewIfNeeded();
      await page
        .getByRole('button', { name: /^Full entry: The car opened/ })
        .first()
        .click();
      await expect(page.getByText('By the laptop’s clock')).toBeVisible();
    },
  },
  {
    name: 'installation-pdf',
    at: 'installation',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'PDF…' }).click();
      const dialog = page.getByRole('dialog', { name: 'PDF of this job' });
      await dialog.getByRole('button', { name: 'Save as…' }).click();
      await expect(dialog.getByRole('status')).toContainText('.pdf');
    },
  },
  {
    name: 'installation-rework',
    at: 'installation',
    go: async ({ page }) => {
      await closed(page);
      await expect(page.getByRole('button', { name: 'Needs rework' })).toBeEnabled();
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('r');
      await expect(page.getByRole('dialog', { name: 'What has to be done again?' })).toBeVisible();
    },
  },
  {
    name: 'installation-reviewed',
    at: 'installation',
    go: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Reason' }).selectOption('wrong-place');
      await page.getByRole('textbox', { name: 'Instruction' }).fill('Behind the glovebox.');
      await page.getByRole('button', { name: 'Send back' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
    },
  },
];

const withoutRelay: readonly Place[] = [
  {
    name: 'installations-relay-gone',
    at: 'installations',
    go: async ({ page, workshop }) => {
      await page.getByRole('link', { name: 'Back to the table' }).click();
      await workshop.stopRelay();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  },
];

/** A supervisor's desk: four weeks of six laptops, read from the relay. */
export const officeScene: Scene = {
  name: 'office',
  isLong: true,
  open: async ({ workshop }: Hands) => {
    await bringFleet(workshop);
    return (await workshop.open({ BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken })).page;
  },
  data: [...fleetWords, VIEW, 'Behind the glovebox.', 'QQ 999'],
  places: [...ofTheTable, ...ofTheNumbers, ...ofOneJob, ...withoutRelay],
};
