import { expect } from '@playwright/test';
import type { Scene } from '../scene.ts';

/** A screen that cannot be drawn, as its file cannot be read: the rest of the window stays. */
export const faultScene: Scene = {
  name: 'fault',
  isLong: true,
  places: [
    {
      name: 'fault',
      at: 'queue',
      go: async ({ page }) => {
        await page.route(/\/assets\/QueueScreen-/, (route) => route.abort());
        await page.reload();
        await page.getByRole('link', { name: 'Queue' }).click();
        await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
      },
    },
  ],
};
