import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import type { Scene } from '../scene.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Role', exact: true });
const WITHOUT_RELAY = { BOXWRIGHT_RELAY_URL: '', BOXWRIGHT_RELAY_TOKEN: '' };

/** A workshop without a relay sets an administrator PIN; from then on its window is an installer's. */
export const rolesScene: Scene = {
  name: 'roles',
  isLong: true,
  open: async ({ workshop }) => (await workshop.open(WITHOUT_RELAY)).page,
  places: [
    {
      name: 'settings-role',
      at: 'settings',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Settings' }).click();
        await part(page).getByRole('button', { name: 'Set PIN' }).scrollIntoViewIfNeeded();
        await expect(part(page)).toContainText('Administrator');
      },
    },
    {
      name: 'settings-role-pin',
      at: 'settings',
      go: async ({ page }) => {
        await press(page, 'Set PIN');
        await expect(page.getByRole('dialog', { name: 'Administrator PIN' })).toBeVisible();
      },
    },
    {
      name: 'settings-role-raised',
      at: 'settings',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByLabel('New PIN').fill('2580');
        await press(page, 'Save PIN');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await expect(page.getByRole('contentinfo')).toContainText('Administrator until');
        await part(page).getByRole('button', { name: 'Change PIN' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'settings-role-installer',
      at: 'settings',
      go: async ({ page }) => {
        await part(page).getByRole('button', { name: 'End' }).click();
        await expect(part(page)).toContainText('Installer');
        await part(page).getByRole('button', { name: 'Work as administrator' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'checklist-not-for-role',
      at: 'checklist',
      go: async ({ page }) => {
        await page.evaluate(() => {
          location.hash = '#/settings/checklists/van';
        });
        await expect(page.getByText('A supervisor’s page')).toBeVisible();
      },
    },
  ],
};
