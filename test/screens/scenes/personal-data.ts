import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { stageJob } from '../../e2e/fixture/stage.ts';
import type { Place, Scene } from '../scene.ts';

const CAR = 20_001;
const part = (page: Page) => page.getByRole('region', { name: 'Personal data' });
const sent = (page: Page) => page.getByRole('region', { name: 'Ordered by this laptop' });

/** A job that is through: everything but its car is left out. */
async function finishedJob(page: Page): Promise<string> {
  const id = await stageJob(page, { car: CAR });
  return page.evaluate(async (jobId) => {
    const { jobs } = window.boxwright;
    for (const step of ['keyfob', 'before', 'fitting', 'group'] as const)
      await jobs.skipStep({ jobId, step, reason: 'For the test' });
    const finished = await jobs.finish({ jobId });
    const read = await jobs.get({ jobId });
    if (!finished.ok || !read.ok) throw new Error('the job did not finish');
    return read.value.car?.licensePlate ?? '';
  }, id);
}

async function lookUp(page: Page, words: string): Promise<void> {
  await part(page).getByRole('textbox').first().fill(words);
  await part(page).getByRole('button', { name: 'Look up' }).click();
}

const places: readonly Place[] = [
  {
    name: 'settings-removal-nothing',
    at: 'settings',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      await page.getByRole('link', { name: 'Settings' }).click();
      await part(page).scrollIntoViewIfNeeded();
      await lookUp(page, 'Nobody Known');
      await expect(part(page).getByText('Nothing is kept on this laptop')).toBeVisible();
    },
  },
  {
    name: 'settings-removal-found',
    at: 'settings',
    go: async ({ page }) => {
      const plate = await finishedJob(page);
      await part(page).getByText('A car', { exact: true }).click();
      await lookUp(page, plate);
      await expect(part(page).getByRole('heading', { name: 'To be removed' })).toBeVisible();
      await page.getByRole('button', { name: 'Show the jobs' }).click();
      await page.getByRole('button', { name: 'Show the entries' }).click();
      await part(page).getByLabel('Reason').fill('Sold; asked by letter');
      await part(page).getByRole('button', { name: 'Remove for good' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-removal-sure',
    at: 'settings',
    go: async ({ page }) => {
      await part(page).getByRole('button', { name: 'Remove for good' }).click();
      await expect(page.getByRole('dialog', { name: 'Remove for good?' })).toBeVisible();
    },
  },
  {
    name: 'settings-removal-done',
    at: 'settings',
    go: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: 'Remove for good?' });
      await dialog.getByLabel('I have read both lists.').check();
      await dialog.getByRole('button', { name: 'Remove for good' }).click();
      await expect(part(page).getByText('The log says so.')).toBeVisible();
    },
  },
  {
    name: 'settings-removal-sent',
    at: 'settings',
    go: async ({ page }) => {
      await sent(page).getByRole('button', { name: 'Take back…' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-removal-sent-sure',
    at: 'settings',
    go: async ({ page }) => {
      await sent(page).getByRole('button', { name: 'Take back…' }).click();
      await expect(page.getByRole('dialog', { name: 'Take the order back?' })).toBeVisible();
    },
  },
  {
    name: 'settings-removal-withdrawn',
    at: 'settings',
    go: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
      await expect(sent(page)).toContainText('It was taken back');
      await sent(page).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-removal-hindered',
    at: 'settings',
    go: async ({ page }) => {
      await stageJob(page, { car: CAR });
      await part(page).getByRole('button', { name: 'Look up' }).click();
      const hindered = part(page).getByRole('heading', { name: 'It cannot be removed yet' });
      await expect(hindered).toBeVisible();
      await hindered.scrollIntoViewIfNeeded();
    },
  },
];

/** The data of a person: looked up, seen, removed. */
export const personalDataScene: Scene = {
  name: 'personal-data',
  role: 'supervisor',
  isLong: true,
  places,
  data: ['Nobody Known', 'Sold; asked by letter'],
};
