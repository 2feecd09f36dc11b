import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { fallAsleep, lockPage, switchLockOn, typePin } from '../../e2e/fixture/lock.ts';
import type { LaunchedApp } from '../../host/launch.ts';
import { dressBy } from '../looks.ts';
import type { Hands, Scene } from '../scene.ts';

const anyLockPage = (page: Page) => page.locator('[data-lock-page]');

/** A state of the lock page: how it comes about, and how it ends. */
interface PageState {
  readonly begin: (page: Page) => Promise<void>;
  readonly end: (page: Page) => Promise<void>;
}

const nothing = async (): Promise<void> => undefined;
const atRest: PageState = { begin: nothing, end: nothing };

const refused: PageState = {
  begin: async (page) => {
    await typePin(page, '1111');
    await expect(anyLockPage(page).getByRole('alert')).toBeVisible();
  },
  end: nothing,
};

/** Between the PIN and the password of the login. */
const turnOver = (page: Page) => anyLockPage(page).getByRole('button').nth(-2).click();

const lost: PageState = {
  begin: async (page) => {
    await turnOver(page);
    await typePin(page, 'a guess');
    await expect(anyLockPage(page).getByRole('alert')).toBeVisible();
  },
  end: turnOver,
};

let launched: LaunchedApp | null = null;

/** Brings the lock page into a state. It refuses another look, so it is opened for that, dressed, and locked again by sleep. */
async function bringInto(page: Page, { begin, end }: PageState): Promise<void> {
  const laptop = launched;
  if (laptop === null) throw new Error('the scene is not open');
  await begin(page);
  dressBy(page, async (look) => {
    await end(page);
    await typePin(page, '4711');
    await expect(anyLockPage(page)).toHaveCount(0);
    await page.evaluate((wanted) => window.boxwright.app.changePreferences(wanted), look);
    await fallAsleep(laptop);
    await begin(page);
  });
}

/** The idle lock: its page at a start, a wrong PIN, a lost one, its setting, and the question before it is loosened. */
export const lockScene: Scene = {
  name: 'lock',
  isLong: true,
  open: async ({ workshop, app }: Hands): Promise<Page> => {
    const first = await workshop.open();
    await switchLockOn(first.page);
    await first.close();
    launched = await app.start(workshop.env);
    await expect(lockPage(launched.page)).toBeVisible();
    return launched.page;
  },
  places: [
    {
      name: 'lock-page',
      at: 'home',
      go: async ({ page }) => {
        await expect(page.getByLabel('PIN of Bay 3, or badge')).toBeFocused();
        await bringInto(page, atRest);
      },
    },
    {
      name: 'lock-refused',
      at: 'home',
      go: async ({ page }) => {
        await bringInto(page, refused);
        await expect(lockPage(page).getByRole('alert')).toContainText('neither the PIN of Bay 3');
      },
    },
    {
      name: 'lock-lost',
      at: 'home',
      go: async ({ page }) => {
        await bringInto(page, lost);
      },
    },
    {
      name: 'lock-setting',
      at: 'settings',
      go: async ({ page }) => {
        dressBy(page, null);
        await turnOver(page);
        await typePin(page, '4711');
        await expect(lockPage(page)).toHaveCount(0);
        await page.getByRole('link', { name: 'Settings' }).click();
        const section = page.getByRole('region', { name: 'Idle lock' });
        await section.scrollIntoViewIfNeeded();
        await expect(section.getByRole('radio', { name: '5 min', exact: true })).toBeChecked();
      },
    },
    {
      name: 'lock-loosen',
      at: 'settings',
      go: async ({ page }) => {
        await page.getByRole('region', { name: 'Idle lock' }).getByText('Never').click();
        await page.getByLabel('PIN', { exact: true }).fill('1111');
        await press(page, 'Change the lock');
        await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not the PIN of Bay 3');
      },
    },
  ],
};
