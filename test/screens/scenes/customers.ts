import { expect, type Page } from '@playwright/test';
import { connectFields, connectValues, press, typeOperator } from '../../e2e/fixture/connect.ts';
import { stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Hands, Place, Scene } from '../scene.ts';

/** A laptop that works for one customer, without a relay: the operator's login reaches a second one. */
async function open({ app, workshop }: Hands): Promise<Page> {
  const { page } = await app.start();
  await typeOperator(page, connectValues(workshop));
  await press(page, 'Test');
  await press(page, 'Next');
  await page.getByRole('radio', { name: 'Fleet North' }).click();
  await press(page, 'Next');
  await press(page, 'Go on without relay');
  await press(page, 'Save and read the fleet');
  await press(page, 'Go on to Home');
  return page;
}

const GROUP = 'Vans of the south';

const switchTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: /Choose another one/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(name) }).click();
};

const places: readonly Place[] = [
  {
    name: 'customers-add',
    at: 'settings',
    go: async ({ page }) => {
      await page.getByRole('link', { name: 'Settings' }).click();
      await press(page, 'Add a customer');
      await page.getByRole('dialog').getByRole('radio', { name: 'Fleet South' }).click();
    },
  },
  {
    name: 'customers-switch',
    at: 'home',
    go: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('button', { name: /^Customer Fleet South/ })).toBeVisible();
      await switchTo(page, 'Fleet North');
      await expect(page.getByRole('button', { name: /^Customer Fleet North/ })).toBeVisible();
      await page.getByRole('button', { name: /Choose another one/ }).click();
      await expect(page.getByRole('menuitem')).toHaveCount(3);
    },
  },
  {
    name: 'customers-settings',
    at: 'settings',
    go: async ({ page }) => {
      await page.getByRole('menuitem', { name: 'Add or remove customers' }).click();
      const row = page.getByRole('button', { name: 'Remove Fleet South' });
      await row.scrollIntoViewIfNeeded();
      await expect(row).toBeVisible();
    },
  },
  {
    name: 'customers-remove',
    at: 'settings',
    go: async ({ page }) => {
      await press(page, 'Remove Fleet South');
      await expect(page.getByRole('dialog', { name: 'Remove Fleet South?' })).toBeVisible();
    },
  },
  {
    name: 'customers-connect',
    at: 'connect',
    go: async ({ page }) => {
      await press(page, 'Cancel');
      await press(page, 'Add a customer');
      await press(page, 'Use another login');
      await expect(connectFields(page).address).toHaveValue('');
    },
  },
  {
    name: 'customers-switch-asks',
    at: 'connect',
    go: async ({ page }) => {
      await switchTo(page, 'Fleet South');
      await expect(page.getByRole('dialog', { name: 'Switch to Fleet South?' })).toBeVisible();
    },
  },
  {
    name: 'customers-needs-home',
    at: 'home',
    go: async ({ page, workshop }) => {
      const effect = { kind: 'status', status: 400 } as const;
      for (const path of ['/installations', '/groups'])
        workshop.operator.faults.add({ method: 'PUT', path, count: 'all', effect });
      await stageJob(page, { car: 20_001, serial: notable.boxes.free[0], testUser: notable.testUserId });
      await page.getByRole('dialog').getByRole('button', { name: 'Switch', exact: true }).click();
      await expect(page.getByRole('button', { name: /^Customer Fleet South/ })).toBeVisible();
      await page.evaluate((name) => window.boxwright.edits.createGroup({ name }), GROUP);
      await expect(page.getByRole('region', { name: /^Needs you at Fleet North/ })).toBeVisible();
      await expect(page.getByRole('region', { name: /^Needs you/ })).toHaveCount(2);
    },
  },
  {
    name: 'customers-needs-queue',
    at: 'queue',
    go: async ({ page }) => {
      await page.getByRole('link', { name: /^Queue/ }).click();
      await page.getByText(/^Needs you \d/).click();
      await expect(page.getByRole('region', { name: /^Needs you at Fleet North/ })).toBeVisible();
      await expect(page.getByRole('option')).toHaveCount(1);
    },
  },
  {
    name: 'customers-named-groups',
    at: 'directory/groups',
    go: async ({ page }) => {
      await page.getByRole('link', { name: 'Directory' }).click();
      await page.getByRole('link', { name: 'Groups' }).click();
      await expect(page.getByRole('main').getByText('Customer: Fleet South')).toBeVisible();
    },
  },
  {
    name: 'customers-named-dialog',
    at: 'directory/groups',
    go: async ({ page }) => {
      await press(page, 'New group');
      await expect(page.getByRole('dialog').getByText('Customer: Fleet South')).toBeVisible();
    },
  },
  {
    name: 'customers-named-job',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Home' }).click();
      await page.getByRole('button', { name: /New installation/ }).click();
      await expect(page.getByRole('main').getByText('Customer: Fleet South')).toBeVisible();
    },
  },
];

/** Two customers on one laptop: added, switched, removed. */
export const customersScene: Scene = {
  name: 'customers',
  isLong: true,
  open,
  places,
  data: ['Fleet North', 'Fleet South', GROUP],
};
