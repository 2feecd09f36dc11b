import { expect } from '@playwright/test';
import { connectFields, connectValues, press, typeOperator } from '../../e2e/fixture/connect.ts';
import type { Place, Scene } from '../scene.ts';

const at = 'connect';

const operatorPage: readonly Place[] = [
  {
    name: 'connect-nothing-typed',
    at,
    go: async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
      await press(page, 'Test');
      await expect(page.getByText('Demo', { exact: false }).first()).toBeVisible();
    },
  },
  {
    name: 'connect-unreachable',
    at,
    go: async ({ page, workshop }) => {
      await typeOperator(page, { ...connectValues(workshop), address: 'http://127.0.0.1:9' });
      await press(page, 'Test');
      await expect(page.getByText('The operator cannot be reached.', { exact: false })).toBeVisible();
    },
  },
  {
    name: 'connect-refused',
    at,
    go: async ({ page, workshop }) => {
      await typeOperator(page, { ...connectValues(workshop), password: 'not the password' });
      await press(page, 'Test');
      await press(page, 'The exact words');
    },
  },
  {
    name: 'connect-tested',
    at,
    go: async ({ page, workshop }) => {
      await connectFields(page).password.fill(connectValues(workshop).password);
      await press(page, 'Test');
      await expect(page.getByText('2 customers visible')).toBeVisible();
    },
  },
];

const laterPages: readonly Place[] = [
  {
    name: 'connect-customer',
    at,
    go: async ({ page }) => {
      await press(page, 'Next');
      await page.getByRole('radio', { name: 'Fleet North' }).click();
    },
  },
  {
    name: 'connect-relay-refused',
    at,
    go: async ({ page, workshop }) => {
      await press(page, 'Next');
      await connectFields(page).relayUrl.fill(connectValues(workshop).relayUrl);
      await connectFields(page).relayToken.fill('not a token of this relay');
      await press(page, 'Test the relay');
      await expect(page.getByText('The relay does not accept this laptop’s token')).toBeVisible();
    },
  },
  {
    name: 'connect-relay-tested',
    at,
    go: async ({ page, workshop }) => {
      await connectFields(page).relayToken.fill(connectValues(workshop).relayToken);
      await press(page, 'Test the relay');
      await expect(page.getByText('Accepted as Bay 3, installer')).toBeVisible();
    },
  },
  {
    name: 'connect-reading',
    at,
    go: async ({ page, workshop }) => {
      // Held, so that it stays on its way however long it is looked at.
      workshop.operator.faults.add({ path: '/users', count: 'all', effect: { kind: 'hold' } });
      await press(page, 'Save and read the fleet');
      await expect(page.getByText(/^[1-9] of \d parts$/)).toBeVisible();
    },
  },
  {
    name: 'connect-reading-stopped',
    at,
    go: async ({ page, workshop }) => {
      await press(page, 'Stop reading');
      workshop.operator.faults.clear();
      await expect(page.getByRole('button', { name: 'Read again' })).toBeVisible();
    },
  },
  {
    name: 'connect-read',
    at,
    go: async ({ page }) => {
      await press(page, 'Read again');
      await expect(page.getByText('The fleet is on this laptop')).toBeVisible();
    },
  },
];

/** The first start, from its first page to the reading of the fleet, with what can be wrong at each. */
export const connectScene: Scene = {
  name: 'connect',
  open: async ({ app }) => (await app.start()).page,
  places: [...operatorPage, ...laterPages],
  data: ['The user name or password is incorrect.'],
};
