import { expect } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Scene } from '../scene.ts';

/** The jobs of an installer's laptop alone, and one of them beside what the operator says. */
export const supervisorScene: Scene = {
  name: 'supervisor',
  data: ['For the picture', 'SAP'],
  places: [
    {
      name: 'installations-empty',
      at: 'installations',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Installations' }).click();
        await expect(page.getByText('No jobs yet')).toBeVisible();
      },
    },
    {
      name: 'installations-alone',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('link', { name: 'Home' }).click();
        const group = 'Delivery vans north';
        await stageJob(page, { car: 20_001, serial: notable.boxes.free[0], testUser: notable.testUserId });
        await stageJob(page, { car: 20_003, serial: notable.boxes.free[1], group });
        await page.getByRole('link', { name: 'Installations' }).click();
        await expect(page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]')).toHaveCount(2);
      },
    },
    {
      name: 'installation-as-logged',
      at: 'installation',
      go: async ({ page }) => {
        await page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]').first().click();
        await page.getByRole('button', { name: 'Compare now' }).click();
        await expect(page.getByText('The Box is as the log says')).toBeVisible();
      },
    },
  ],
};
