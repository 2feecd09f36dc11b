import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Policy } from '../../../shared/domain/profile.ts';
import { connectFields, connectValues, press } from '../../e2e/fixture/connect.ts';
import type { Hands, Place, Scene } from '../scene.ts';

async function open({ app, workshop }: Hands): Promise<Page> {
  const { address, relayUrl } = connectValues(workshop);
  const file = join(app.dataDir, 'policy.json');
  const policy = { environment: 'uat', address, relay: relayUrl } satisfies Policy;
  await writeFile(file, JSON.stringify(policy));
  return (await app.start({ BOXWRIGHT_POLICY_FILE: file })).page;
}

const places: readonly Place[] = [
  {
    name: 'managed-connect',
    at: 'connect',
    go: async ({ page, workshop }) => {
      const fields = connectFields(page);
      await expect(fields.address).not.toBeEditable();
      await expect(fields.address).toHaveValue(connectValues(workshop).address);
      await expect(page.getByText('Set by your administrator').first()).toBeVisible();
    },
  },
  {
    name: 'managed-relay',
    at: 'connect',
    go: async ({ page, workshop }) => {
      const { apiKey, username, password, relayToken } = connectValues(workshop);
      const fields = connectFields(page);
      await fields.apiKey.fill(apiKey);
      await fields.username.fill(username);
      await fields.password.fill(password);
      await press(page, 'Test');
      await press(page, 'Next');
      await page.getByRole('radio', { name: 'Fleet North' }).click();
      await press(page, 'Next');
      await expect(fields.relayUrl).not.toBeEditable();
      await fields.relayToken.fill(relayToken);
      await press(page, 'Test the relay');
      await expect(page.getByText('Accepted as Bay 3, installer')).toBeVisible();
    },
  },
];

/** A laptop whose administrator has set the environment and both addresses. */
export const managedScene: Scene = { name: 'managed', isLong: true, open, places };

const settingsPlaces: readonly Place[] = [
  {
    name: 'managed-settings',
    at: 'settings',
    go: async ({ page }) => {
      await page.getByRole('link', { name: 'Settings' }).click();
      const tray = page.getByRole('switch', { name: 'Stay in the tray' });
      await tray.scrollIntoViewIfNeeded();
      await expect(tray).toBeDisabled();
      await expect(page.getByRole('switch', { name: 'Start when I sign in' })).toBeEnabled();
      await expect(page.getByText('Set by your administrator').first()).toBeVisible();
    },
  },
];

/** Locked values of Settings. */
export const lockedSettingsScene: Scene = {
  name: 'managed-settings',
  isLong: true,
  open: async ({ app }) => {
    const file = join(app.dataDir, 'policy.json');
    await writeFile(file, JSON.stringify({ staysInTray: true } satisfies Policy));
    return (await app.start({ BOXWRIGHT_POLICY_FILE: file })).page;
  },
  places: settingsPlaces,
};
