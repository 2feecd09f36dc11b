import { expect } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import {
  attachBoth,
  openInstructions,
  pdf,
  picture,
  publishInstruction,
  writeInstruction,
} from '../../e2e/fixture/instructions.ts';
import type { Scene } from '../scene.ts';

const TITLE = 'Box behind the glove box';
const NOTE = 'Remove the three screws of the lower panel. The cable runs above the heater, not beside it.';
const OTHER = 'Battery first';
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
        await openInstructions(page);
      },
    },
    {
      name: 'instructions-new',
      at: 'installations',
      go: async ({ page }) => {
        await writeInstruction(page, { Brand: 'Mercedes-Benz', Model: 'Vito', Title: TITLE, Note: NOTE });
        await attachBoth(page);
      },
    },
    {
      name: 'instructions-list',
      at: 'installations',
      go: async ({ page }) => {
        await publishInstruction(page);
        await writeInstruction(page, {
          Brand: 'Mercedes-Benz',
          Title: OTHER,
          Note: 'Disconnect the battery.',
        });
        await publishInstruction(page);
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
