import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import type { Scene } from '../scene.ts';

const TITLE = 'Box behind the glove box';
const NOTE = 'Remove the three screws of the lower panel. The cable runs above the heater, not beside it.';
const OTHER = 'Battery first';
const picture = {
  name: 'Glove box.png',
  mimeType: 'image/png',
  buffer: readFileSync(join(import.meta.dirname, '../../../docs/pictures/flow-box.png')),
};
const pdf = {
  name: 'Panel.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
};

const dialog = (page: Page) => page.getByRole('dialog', { name: 'New instruction' });
const write = async (page: Page, words: Readonly<Record<string, string>>) => {
  await page.getByRole('button', { name: 'New instruction' }).click();
  for (const [label, said] of Object.entries(words)) {
    await dialog(page).getByLabel(label, { exact: true }).fill(said);
  }
};
const publish = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Publish' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Not at the relay yet')).toHaveCount(0);
};

/** Instructions that a supervisor publishes, and the same ones at the Box step. */
export const instructionsScene: Scene = {
  name: 'instructions',
  role: 'supervisor',
  data: [
    TITLE,
    NOTE,
    OTHER,
    picture.name,
    pdf.name,
    'Mercedes-Benz',
    'Vito',
    'Disconnect the battery.',
    'Bay 3',
  ],
  places: [
    {
      name: 'instructions-empty',
      at: 'installations',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Installations' }).click();
        await page
          .getByRole('radiogroup', { name: 'Parts of this page' })
          .getByText('Instructions', { exact: true })
          .click();
        await expect(page.getByRole('heading', { name: 'No instructions' })).toBeVisible();
      },
    },
    {
      name: 'instructions-new',
      at: 'installations',
      go: async ({ page }) => {
        await write(page, { Brand: 'Mercedes-Benz', Model: 'Vito', Title: TITLE, Note: NOTE });
        await page.locator('input[type=file]').setInputFiles([picture, pdf]);
        await expect(dialog(page).getByText(pdf.name)).toBeVisible();
      },
    },
    {
      name: 'instructions-list',
      at: 'installations',
      go: async ({ page }) => {
        await publish(page);
        await write(page, { Brand: 'Mercedes-Benz', Title: OTHER, Note: 'Disconnect the battery.' });
        await publish(page);
        await expect(page.getByText(/2 files/)).toBeVisible();
      },
    },
    {
      name: 'instructions-withdraw',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('button', { name: `Withdraw ${OTHER}` }).click();
        await expect(page.getByText(/It goes from every laptop/)).toBeVisible();
      },
    },
    {
      name: 'job-instructions',
      at: 'job/installation/box',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('link', { name: 'Home' }).click();
        await drive(page, KNOWN_CAR, { from: 'car', to: 'before' });
        const shown = page.getByRole('region', { name: 'How to fit it here' });
        await expect(shown.getByText(TITLE)).toBeVisible();
        await expect(shown.getByRole('button', { name: `Enlarge ${picture.name}` })).toBeEnabled();
        await shown.getByRole('button', { name: 'One more instruction' }).click();
        await expect(shown.getByText('Disconnect the battery.')).toBeVisible();
      },
    },
    {
      name: 'job-instruction-picture',
      at: 'job/installation/box',
      go: async ({ page }) => {
        await page.getByRole('button', { name: `Enlarge ${picture.name}` }).click();
        await expect(page.getByRole('dialog').getByRole('img', { name: picture.name })).toBeVisible();
      },
    },
  ],
};
