import { expect, type Page } from '@playwright/test';
import { fillWithIncidents, fillWithJustSent, fillWithUndecided } from '../../e2e/fixture/fill-queue.ts';
import { stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Scene } from '../scene.ts';

const row = (page: Page, words: string) => page.getByRole('option').filter({ hasText: words }).first();
const opened = (page: Page) => page.getByRole('article');
/** Later orders appear in the list when it is opened again; an open list does not move. */
async function openAnew(page: Page, searched: string): Promise<void> {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('link', { name: /^Queue/ }).click();
  await page.getByRole('searchbox').fill(searched);
}

/** A group of which the operator says that it has it. */
const UNLISTED = 'Vans of the harbour';

const answered = (page: Page, words: string) => expect(page.getByRole('dialog')).toContainText(words);

/** Operations that need a person: refused, lost, given up, with an incident. */
export const queueScene: Scene = {
  name: 'queue',
  role: 'supervisor',
  data: [
    'This serial is not known.',
    'The car does not answer.',
    'No answer.',
    'B OX 4711',
    'B OX 4712',
    UNLISTED,
  ],
  open: async ({ app, workshop }) => {
    const { operator } = workshop;
    const first = await workshop.open();
    await first.close();
    fillWithIncidents({ dataDir: app.dataDir, baseUrl: operator.url });
    fillWithUndecided({ dataDir: app.dataDir, baseUrl: operator.url }, UNLISTED);
    const body = '"This serial is not known."';
    const effect = { kind: 'status', status: 400, body } as const;
    operator.faults.add({ method: 'PUT', path: '/installations', effect });
    return (await workshop.open()).page;
  },
  places: [
    {
      name: 'queue-needs-you',
      at: 'queue',
      go: async ({ page }) => {
        await stageJob(page, { car: 20_001, serial: notable.boxes.free[0], testUser: notable.testUserId });
        await page.getByRole('link', { name: /^Queue/ }).click();
        await row(page, 'Install Box').click();
        await expect(opened(page)).toContainText('This serial is not known.');
      },
    },
    {
      name: 'queue-correct',
      at: 'queue',
      go: async ({ page }) => {
        await expect(opened(page).getByRole('button', { name: 'Correct' })).toBeVisible();
        await page.keyboard.press('c');
        await page.getByRole('textbox', { name: 'Serial number' }).fill('??');
        await page.getByRole('button', { name: 'Save the correction' }).click();
        await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
      },
    },
    {
      name: 'queue-give-up',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await page.keyboard.press('g');
        await answered(page, 'Give this up?');
      },
    },
    {
      name: 'queue-revoked-assignments',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await row(page, '0107700042').click();
        await expect(opened(page)).toContainText('Accesses that go with the Box');
      },
    },
    {
      name: 'queue-seen',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('s');
        await answered(page, 'Have you seen this?');
      },
    },
    {
      name: 'queue-given-twice',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await row(page, 'Give Bay 3 Tester').click();
        await expect(opened(page)).toContainText('This access was given twice');
      },
    },
    {
      name: 'queue-end-the-second',
      at: 'queue',
      go: async ({ page }) => {
        await opened(page).getByRole('button', { name: 'End this access' }).click();
        await answered(page, 'End the second access?');
      },
    },
    {
      name: 'queue-decide',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await row(page, UNLISTED).click();
        await expect(opened(page)).toContainText(UNLISTED);
        await page.keyboard.press('d');
        await answered(page, 'Which group is it?');
      },
    },
    {
      name: 'queue-lost-car',
      at: 'queue',
      go: async ({ page, workshop: { operator } }) => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        const effect = { kind: 'status', status: 400, body: '"No."' } as const;
        operator.faults.add({ method: 'PUT', path: '/cars', effect });
        const car = { name: '', licensePlate: 'B OX 4711', vin: '', brand: 'Ford', model: '' };
        await stageJob(page, { car, serial: notable.boxes.free[1], testUser: notable.testUserId });
        await openAnew(page, 'B OX 4711');
        await row(page, 'Create car B OX 4711').click();
        await expect(opened(page).getByRole('button', { name: 'Give up' })).toBeVisible();
        await page.keyboard.press('g');
        await page.getByRole('dialog').getByRole('button', { name: 'Give up', exact: true }).click();
        await expect(opened(page).getByRole('button', { name: 'Use another car' })).toBeVisible();
        await expect(page.getByRole('dialog')).toHaveCount(0);
      },
    },
    {
      name: 'queue-move-to-car',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('u');
        await page.getByRole('dialog').getByRole('combobox', { name: 'Car' }).fill('M BX 1077');
        await expect(page.getByRole('option', { name: /M BX 1077/ })).toBeVisible();
      },
    },
    {
      name: 'queue-offline',
      at: 'queue',
      go: async ({ page, workshop: { operator } }) => {
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await operator.stop();
        const car = { name: '', licensePlate: 'B OX 4712', vin: '', brand: 'Ford', model: 'Transit' };
        await stageJob(page, { car });
        await openAnew(page, 'B OX 4712');
        await row(page, 'Create car B OX 4712').click();
        await expect(opened(page)).toContainText('B OX 4712');
        await expect(page.getByRole('contentinfo').getByText(/No connection since/)).toBeVisible();
      },
    },
    {
      name: 'queue-hold',
      at: 'queue',
      go: async ({ page }) => {
        await page.keyboard.press('h');
        await answered(page, 'B OX 4712');
      },
    },
  ],
};

/** Acts that an installer does not find: those of another role, and one whose time has not come. */
export const queueWithheldScene: Scene = {
  name: 'queue-withheld',
  data: ['The car does not answer.', 'No answer.'],
  open: async ({ app, workshop }) => {
    const first = await workshop.open();
    await first.close();
    const place = { dataDir: app.dataDir, baseUrl: workshop.operator.url };
    fillWithIncidents(place);
    fillWithJustSent(place);
    return (await workshop.open()).page;
  },
  places: [
    {
      name: 'queue-settled-by',
      at: 'queue',
      go: async ({ page }) => {
        await page.getByRole('link', { name: /^Queue/ }).click();
        await row(page, '0107700042').click();
        await expect(opened(page)).toContainText('A lead installer or a supervisor settles this.');
      },
    },
    {
      name: 'queue-not-done-yet',
      at: 'queue',
      go: async ({ page }) => {
        await row(page, 'Night fleet').click();
        await expect(opened(page).getByRole('button', { name: 'It was not done' })).toBeDisabled();
        await expect(opened(page)).toContainText('the last attempt may still arrive');
      },
    },
  ],
};
