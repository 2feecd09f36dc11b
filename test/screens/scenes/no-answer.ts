import { expect, type Page } from '@playwright/test';
import { openPart } from '../../e2e/fixture/directory.ts';
import { giveCar, openJob, stageJob } from '../../e2e/fixture/stage.ts';
import type { Hands, Place, Scene } from '../scene.ts';
import { notable } from '../../operator/seed/notable.ts';

/** Everything that is read from this laptop or through it; the frame's own calls and the job that is open are answered. */
const READINGS = [
  'directory.search',
  'directory.recent',
  'directory.list',
  'directory.brands',
  'directory.keys',
  'directory.customers',
  'queue.',
  'log.state',
  'people.list',
  'checklists.list',
  'batch.planned',
  'jobs.list',
  'jobs.boxesInCar',
  'connect.assumptions',
  'supervision.',
  'diagnostics.look',
  'diagnostics.health',
].join(' ');

interface Manner {
  /** How the places are called. */
  readonly name: 'loading' | 'broken';
  /** Waits until this much of it is to be seen. */
  readonly seen: (page: Page) => Promise<void>;
}

const link = (page: Page, name: string) => page.getByRole('link', { name }).first().click();

const part = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Parts of this page' }).getByText(name, { exact: true }).click();

function places({ name, seen }: Manner): readonly Place[] {
  const place = (what: string, at: Place['at'], go: (page: Page) => Promise<unknown>): Place => ({
    name: `${what}-${name}`,
    at,
    go: async ({ page }) => {
      await go(page);
      await seen(page);
    },
  });
  return [
    place('home', 'home', async (page) => {
      const said = await page.evaluate(() => window.boxwright.people.signIn({ by: 'name', name: 'Bay 3' }));
      expect(said.ok).toBe(true);
      await page.reload();
    }),
    place('shift', 'shift', (page) => link(page, 'End of shift')),
    place('batch', 'batch', async (page) => {
      await link(page, 'Home');
      await link(page, 'Cars from a list');
    }),
    place('queue', 'queue', (page) => link(page, 'Queue')),
    place('directory-cars', 'directory/cars', (page) => openPart(page, 'Cars')),
    place('directory-keys', 'directory/keys', (page) => openPart(page, 'Key catalogue')),
    place('directory-customers', 'directory/customers', (page) => openPart(page, 'Customers')),
    place('installations', 'installations', (page) => link(page, 'Installations')),
    place('installations-filter', 'installations', async (page) => {
      await page.getByRole('button', { name: 'Brand', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Brand' })).toBeVisible();
    }),
    place('installations-numbers', 'installations', (page) => part(page, 'Numbers')),
    place('installations-logs', 'installations', (page) => part(page, 'Logs')),
    place('installation', 'installation', (page) =>
      page.evaluate(() => {
        location.hash = '#/installations/job/0b7e9a52-6d0c-4a4e-9a55-2c7d3f1b8e60';
      }),
    ),
    place('settings', 'settings', async (page) => {
      await link(page, 'Settings');
      await page.getByRole('region', { name: 'Checklists' }).scrollIntoViewIfNeeded();
    }),
    place('settings-people', 'settings', (page) =>
      page.getByRole('region', { name: 'People at this laptop' }).scrollIntoViewIfNeeded(),
    ),
    place('settings-log', 'settings', (page) =>
      page.getByRole('region', { name: 'Installation log' }).scrollIntoViewIfNeeded(),
    ),
    place('diagnostics', 'diagnostics', (page) =>
      page.getByRole('button', { name: 'Open diagnostics' }).click(),
    ),
    place('car', 'job/installation/car', async (page) => {
      await link(page, 'Home');
      await page.getByRole('button', { name: /New installation/ }).click();
      await expect(page.getByLabel('Plate, VIN, name or brand')).toBeFocused();
    }),
    place('key', 'job/installation/keyfob', async (page) => {
      // Another job would be this very one: what was just begun and has nothing yet is gone on with.
      await giveCar(page, 20_002);
      await page
        .getByRole('navigation', { name: 'Steps of this job' })
        .getByRole('button', { name: /^Key/ })
        .click();
      await expect(
        page.getByRole('heading', { level: 1, name: 'Which key does the car have?' }),
      ).toBeVisible();
    }),
    place('group', 'job/installation/group', async (page) => {
      await openJob(page, await stageJob(page, { car: 20_001, serial: notable.boxes.free[0] }));
    }),
    place('verify', 'job/installation/verify', async (page) => {
      const group = notable.emptyGroup;
      await openJob(page, await stageJob(page, { car: 20_003, serial: notable.boxes.free[1], group }));
      await expect(page.getByRole('heading', { name: 'Try it for real' })).toBeVisible();
    }),
  ];
}

const open =
  (variable: string) =>
  async ({ workshop }: Hands): Promise<Page> =>
    (await workshop.open({ [variable]: READINGS })).page;

/** Loading states: the shape of the data to come. */
export const loadingScene: Scene = {
  name: 'loading',
  isLong: true,
  open: open('BOXWRIGHT_HOST_UNANSWERED'),
  places: places({
    name: 'loading',
    seen: (page) => expect(page.locator('.mantine-Skeleton-root').first()).toBeVisible(),
  }),
};

/** Failed reads: shown with a next step. */
export const brokenScene: Scene = {
  name: 'broken',
  isLong: true,
  open: open('BOXWRIGHT_HOST_BROKEN'),
  places: places({
    name: 'broken',
    seen: (page) => expect(page.getByText('Something went wrong inside the app').first()).toBeVisible(),
  }),
};
