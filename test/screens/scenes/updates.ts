import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { type UpdateServer, startUpdateServer } from '../../e2e/fixture/update-server.ts';
import type { Hands, Place, Scene } from '../scene.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Version and updates' });
const says = async (page: Page, words: string | RegExp) => {
  await expect(part(page).getByText(words).first()).toBeVisible();
  await part(page).scrollIntoViewIfNeeded();
};

let server: UpdateServer | null = null;
function publisher(): UpdateServer {
  if (server === null) throw new Error('the scene was not opened');
  return server;
}

async function open({ workshop }: Hands): Promise<Page> {
  server = await startUpdateServer();
  const launched = await workshop.open(server.env);
  void launched.exited.then(server.stop);
  return launched.page;
}

const places: readonly Place[] = [
  {
    name: 'updates-unreachable',
    at: 'settings',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('link', { name: 'Settings' }).click();
      await press(page, 'Check now');
      await says(page, 'The update server gave no usable answer');
    },
  },
  {
    name: 'updates-newest',
    at: 'settings',
    go: async ({ page }) => {
      await publisher().offer('0.0.9');
      await press(page, 'Check now');
      await says(page, 'This was the newest version');
    },
  },
  {
    name: 'updates-looking',
    at: 'settings',
    go: async ({ page }) => {
      publisher().behave('silent');
      await press(page, 'Check now');
      await says(page, 'Looking for a newer version');
    },
  },
  {
    name: 'updates-not-genuine',
    at: 'settings',
    go: async ({ page }) => {
      await part(page).getByRole('button', { name: 'Stop' }).click();
      await publisher().offer('9.0.0', 'stranger');
      publisher().behave('prompt');
      await press(page, 'Check now');
      await says(page, 'does not come from the publisher');
    },
  },
  {
    name: 'updates-fetching',
    at: 'settings',
    go: async ({ page }) => {
      await publisher().offer('9.0.0');
      publisher().behave('slow');
      await press(page, 'Check now');
      await says(page, /Downloading version 9\.0\.0: [1-9]/);
    },
  },
  {
    name: 'updates-ready',
    at: 'settings',
    go: async ({ page }) => {
      publisher().behave('prompt');
      await part(page).getByRole('button', { name: 'Stop' }).click();
      await press(page, 'Check now');
      await says(page, 'Version 9.0.0 is downloaded');
    },
  },
];

/** The part of Settings about newer versions, from an installed copy with a publisher's server. */
export const updatesScene: Scene = {
  name: 'updates',
  isLong: true,
  open,
  places,
  data: ['Scanning is quicker, and the swap asks less.'],
};
