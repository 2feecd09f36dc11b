import { expect, type Page } from '@playwright/test';
import { atHome, drive, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { registerKey } from '../../e2e/fixture/other-laptops.ts';
import { sayAtRelay, stagePhotographed } from '../../e2e/fixture/reviews.ts';
import type { Scene } from '../scene.ts';

const SAID = 'Nothing can be seen on it. Please take it again with the lamp on.';
const DONE = 'Taken with the lamp on';
const REVIEWER = 'Kim Keller';

const begin = (page: Page) => page.getByRole('button', { name: 'Begin the rework' });
const sendBack = (page: Page) => page.getByRole('button', { name: 'Done again: send back for review' });

/** A job that a supervisor sent back, from Home through the rework and back again. */
export const reworkScene: Scene = {
  name: 'rework',
  isLong: true,
  data: [SAID, DONE, REVIEWER, 'Office', 'Bracket kept', 'Bracket replaced'],
  places: [
    {
      name: 'home-rework-asked',
      at: 'home',
      go: async ({ page, workshop }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        const { job: jobId, photo: digest } = await stagePhotographed(page, 20_002);
        const office = await registerKey(workshop, workshop.supervisorToken);
        await sayAtRelay(workshop, office, {
          jobId,
          verdict: 'rework',
          reason: 'photo-unreadable',
          comment: SAID,
          pin: { at: 'photo', digest, item: 'photo-place' },
          worker: REVIEWER,
        });
        await expect(section(page, 'Needs you')).toContainText(SAID);
      },
    },
    {
      name: 'job-rework-asked',
      at: 'job/installation/finish',
      go: async ({ page }) => {
        await section(page, 'Needs you')
          .getByRole('link', { name: /^Look into it/ })
          .click();
        await expect(page.getByRole('img', { name: 'The photo that the supervisor means' })).toBeVisible();
      },
    },
    {
      name: 'job-rework-begun',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await begin(page).click();
        await expect(page.locator('[data-item="photo-place"]')).toContainText('To be done again');
      },
    },
    {
      name: 'job-rework-explain',
      at: 'job/installation/fitting',
      go: async ({ page }) => {
        await page.locator('[data-item="note"]').getByRole('button', { name: 'Change this answer' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
    {
      name: 'job-rework-box',
      at: 'job/installation/box',
      go: async ({ page }) => {
        await page.getByLabel('Why is this answer changed?').fill('The bracket was replaced later');
        await page.getByRole('button', { name: 'Give this reason' }).click();
        await page.locator('[data-item="note"]').getByRole('textbox').fill('Bracket replaced');
        await page
          .getByRole('navigation', { name: 'Steps of this job' })
          .getByRole('button', { name: 'Box' })
          .click();
        await expect(page.getByRole('button', { name: 'Swap this Box' })).toBeVisible();
      },
    },
    {
      name: 'job-rework-send-back',
      at: 'job/installation/finish',
      go: async ({ page }) => {
        await page
          .getByRole('region', { name: /^To be done again/ })
          .getByRole('button', { name: 'Go to Finish' })
          .click();
        await page.getByLabel('Your answer').fill(DONE);
      },
    },
    {
      name: 'home-rework-sent-back',
      at: 'home',
      go: async ({ page }) => {
        await sendBack(page).click();
        await atHome(page);
        await expect(section(page, 'Done today')).toContainText('Sent back.');
      },
    },
    {
      name: 'job-rework-sent-back',
      at: 'job/installation/finish',
      go: async ({ page }) => {
        await section(page, 'Done today').getByRole('link', { name: /^Open/ }).click();
        await expect(page.getByText('Done again and sent back.')).toBeVisible();
      },
    },
  ],
};
