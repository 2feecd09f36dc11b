import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import type { Place, Scene } from '../scene.ts';
import { MINUTE } from '../../../shared/time.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';

const health = (page: Page) => page.getByRole('region', { name: 'Health' });
const bundle = (page: Page) => page.getByRole('region', { name: 'Support bundle' });
const lookedAt = (page: Page) => expect(health(page).getByText('As of')).toBeVisible();

const places: readonly Place[] = [
  {
    name: 'diagnostics-health',
    at: 'diagnostics',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      await page.getByRole('link', { name: 'Settings' }).click();
      await press(page, 'Open diagnostics');
      await lookedAt(page);
    },
  },
  {
    name: 'diagnostics-troubles',
    at: 'diagnostics',
    go: async ({ page, workshop }) => {
      workshop.operator.settings.clockSkewMs = 17.5 * MINUTE;
      workshop.operator.settings.password = 'another one';
      await press(page, 'Look again');
      await expect(health(page).getByText('17 mins behind')).toBeVisible();
      await lookedAt(page);
    },
  },
  {
    name: 'diagnostics-bundle',
    at: 'diagnostics',
    go: async ({ page }) => {
      await press(page, 'Put it together');
      await bundle(page).getByRole('button', { name: 'versions.json' }).click();
      await expect(bundle(page).getByText('"boxwright"')).toBeVisible();
      await bundle(page).getByText('versions.json').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'diagnostics-saved',
    at: 'diagnostics',
    go: async ({ page }) => {
      await press(page, 'Save the bundle');
      await expect(bundle(page).getByText('Bundle saved')).toBeVisible();
    },
  },
  {
    name: 'status-clock-off',
    at: 'diagnostics',
    go: async ({ page }) => {
      await page.getByRole('contentinfo').getByRole('button', { name: 'Clock 17 mins behind' }).click();
      await expect(page.getByText('Accesses given from here').last()).toBeVisible();
    },
  },
  {
    name: 'status-stopped',
    at: 'diagnostics',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.evaluate(() => window.boxwright.diagnostics.windowFault({ name: 'TypeError', stack: '' }));
      await page
        .getByRole('contentinfo')
        .getByRole('button', { name: /Stopped unexpectedly/ })
        .click();
      await expect(page.getByRole('button', { name: 'Understood' })).toBeVisible();
    },
  },
];

/** How the laptop is, what support is given, and what is said when something stopped. */
export const diagnosticsScene: Scene = {
  name: 'diagnostics',
  isLong: true,
  // Names of files in the bundle; what stands between is a digest.
  data: [
    'README.txt',
    'health.json',
    'versions.json',
    'settings.json',
    'files.json',
    'stops.json',
    'profiles/uat-',
    '-4711.json',
    'logs/boxwright.log',
  ],
  places,
};
