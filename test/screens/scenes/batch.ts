import { expect } from '@playwright/test';
import { drive, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Scene } from '../scene.ts';

const [OTHER] = notable.plates.alsoWithoutBox;

/** Three cars that can be planned, one twice, one without a name. */
const LIST = [
  'Kennzeichen;FIN;Box;Gruppe;Halle',
  `${notable.plates.withoutBox};;${notable.boxes.free[1]};${notable.emptyGroup};Tor 1`,
  `${OTHER};;;;Tor 1`,
  `${OTHER};;;;Tor 1`,
  ';;;;Tor 2',
  'M NEU 1;WF0EXXTTRE4A12345;;;Tor 2',
].join('\r\n');

/** The day's cars from a list: its columns, what is wrong with its rows, what is planned. */
export const batchScene: Scene = {
  name: 'batch',
  isLong: true,
  data: ['montag.csv', 'M NEU 1', ...LIST.split(/[;\r\n]+/)],
  places: [
    {
      name: 'batch-empty',
      at: 'batch',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Cars from a list' }).click();
        await expect(page.getByText('No cars planned')).toBeVisible();
      },
    },
    {
      name: 'batch-columns',
      at: 'batch',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Import a list' }).click();
        const buffer = Buffer.from(LIST, 'latin1');
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'montag.csv', mimeType: 'text/csv', buffer });
        await expect(page.getByText('montag.csv: 5 rows')).toBeVisible();
      },
    },
    {
      name: 'batch-checked',
      at: 'batch',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Check the rows' }).click();
        await expect(section(page, 'Before anything is planned')).toContainText('2 cannot be planned');
      },
    },
    {
      name: 'batch-planned',
      at: 'batch',
      go: async ({ page }) => {
        await page.getByRole('checkbox', { name: 'Plan only the 3 good rows' }).check();
        await page.getByRole('button', { name: 'Plan 3 cars' }).click();
        await expect(section(page, 'Planned').getByRole('listitem')).toHaveCount(3);
      },
    },
    {
      name: 'batch-nothing-to-plan',
      at: 'batch',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Import a list' }).click();
        const buffer = Buffer.from(LIST.split('\r\n').slice(0, 2).join('\r\n'), 'latin1');
        await page
          .locator('input[type=file]')
          .setInputFiles({ name: 'montag.csv', mimeType: 'text/csv', buffer });
        await page.getByRole('button', { name: 'Check the rows' }).click();
        await expect(page.getByRole('button', { name: 'Nothing to plan' })).toBeDisabled();
      },
    },
    {
      name: 'home-planned',
      at: 'home',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Boxwright, Home' }).click();
        await expect(page.getByRole('link', { name: /3 planned/ })).toBeVisible();
      },
    },
  ],
};
