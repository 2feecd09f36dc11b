import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { atHome, drive, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { stageJob } from '../../e2e/fixture/stage.ts';
import { HOUR } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Place, Scene } from '../scene.ts';

const link = (page: Page, name: string) => page.getByRole('link', { name }).first().click();
const show = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true }).click();
const finding = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const withTest = { testUser: notable.testUserId, group: 'Delivery vans north' };
const keys = (page: Page) => page.getByRole('dialog', { name: 'Keys' });
const newCar = (licensePlate: string) => ({
  name: '',
  licensePlate,
  vin: '',
  brand: 'Ford',
  model: 'Transit',
});

const empty: readonly Place[] = [
  {
    name: 'home-who-is-working',
    at: 'home',
    go: async ({ page }) => expect(page.getByLabel('Name or bay')).toBeVisible(),
  },
  {
    name: 'home-empty',
    at: 'home',
    go: async ({ page }) => drive(page, KNOWN_CAR, { to: 'home' }),
  },
  {
    name: 'find-empty',
    at: 'home',
    go: async ({ page }) => {
      await page.keyboard.press('Control+k');
      await expect(finding(page)).toBeVisible();
    },
  },
  {
    name: 'find-found',
    at: 'home',
    go: async ({ page }) => {
      await finding(page).getByRole('combobox').fill('m bx');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'find-none',
    at: 'home',
    go: async ({ page }) => {
      await finding(page).getByRole('combobox').fill('unknown words');
      await expect(page.getByText('Nothing found for')).toBeVisible();
    },
  },
  {
    name: 'queue-empty',
    at: 'queue',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(finding(page)).toHaveCount(0);
      await link(page, 'Queue');
      await expect(page.getByText('Nothing is waiting')).toBeVisible();
    },
  },
  {
    name: 'shift-all-done',
    at: 'shift',
    go: async ({ page }) => {
      await link(page, 'Home');
      await link(page, 'End of shift');
      await expect(page.getByText('Everything is sent, confirmed and closed.')).toBeVisible();
    },
  },
];

const filled: readonly Place[] = [
  {
    name: 'home-filled',
    at: 'home',
    go: async ({ page, workshop: { operator } }) => {
      await press(page, 'Back to work');
      await drive(page, KNOWN_CAR, { from: 'car' });
      await press(page, 'Finish');
      await atHome(page);
      // Not held: an access that is there already is found by reading, after which nothing waits.
      operator.settings.resultDelayMs = HOUR;
      await stageJob(page, { car: 20_002, serial: notable.boxes.free[1], ...withTest });
      await stageJob(page, { car: 20_003, serial: notable.boxes.withoutService, ...withTest });
      await stageJob(page, { car: 20_004 });
      await expect(section(page, 'Needs you')).toContainText('K HO 77');
      await expect(section(page, 'Waiting for the result')).toContainText('Waiting 0');
    },
  },
  {
    name: 'queue-filled',
    at: 'queue',
    go: async ({ page, workshop: { operator } }) => {
      operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'hang', when: 'before' } });
      await stageJob(page, { car: newCar('B OX 551'), serial: notable.boxes.free[2] });
      await link(page, 'Queue');
      await expect(page.getByText('Sending', { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'queue-keys',
    at: 'queue',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Keys' }).click();
      await expect(keys(page)).toBeVisible();
    },
  },
  {
    name: 'queue-ended',
    at: 'queue',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await expect(keys(page)).toHaveCount(0);
      await show(page, 'Ended');
      await expect(page.getByText('Confirmed by the operator').first()).toBeVisible();
    },
  },
  {
    name: 'queue-nothing-fits',
    at: 'queue',
    go: async ({ page }) => {
      await page.getByRole('searchbox').fill('unknown words');
      await expect(page.getByText('No matches')).toBeVisible();
    },
  },
];

const offline: readonly Place[] = [
  {
    name: 'home-offline',
    at: 'home',
    go: async ({ page, workshop: { operator } }) => {
      await operator.stop();
      await stageJob(page, { car: newCar('B OX 552'), serial: notable.boxes.free[3], ...withTest });
      await link(page, 'Home');
      await expect(section(page, 'Waiting for connection')).toContainText('B OX 552');
      await expect(page.getByRole('contentinfo').getByText(/No connection since/)).toBeVisible();
    },
  },
  {
    name: 'status-offline',
    at: 'home',
    go: async ({ page }) => {
      await page
        .getByRole('contentinfo')
        .getByRole('button', { name: /No connection since/ })
        .click();
      await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible();
    },
  },
  {
    name: 'shift-open',
    at: 'shift',
    go: async ({ page }) => {
      await link(page, 'End of shift');
      await expect(page.getByRole('button', { name: 'Try now' })).toHaveCount(0);
      await expect(page.getByRole('region', { name: /Begun and not finished/ })).toBeVisible();
    },
  },
];

/** The day from its first minute to its last: Home, finding, the Queue and the end of the shift. */
export const dayScene: Scene = {
  name: 'day',
  data: ['B OX 551', 'B OX 552'],
  places: [...empty, ...filled, ...offline],
};
