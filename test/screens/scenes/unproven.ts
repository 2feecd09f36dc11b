import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, finish, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { registerKey } from '../../e2e/fixture/other-laptops.ts';
import { sayAtRelay } from '../../e2e/fixture/reviews.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { JobId } from '../../../shared/ids.ts';
import type { Scene } from '../scene.ts';

const REASON = 'The antenna is on order';
const REVIEWER = 'Kim Keller';

let job: JobId | null = null;
const staged = (): JobId => {
  if (job === null) throw new Error('the first place stages the job');
  return job;
};
const verdict = (page: Page) => page.getByText(`Handed over as not working: ${REASON}`).first();

/** A car that did not open, handed over as not working, before and after its approval. */
export const unprovenScene: Scene = {
  name: 'unproven',
  isLong: true,
  data: [REASON, REVIEWER],
  places: [
    {
      name: 'unproven-did-not-open',
      at: 'job/installation/verify',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        job = await stageJob(page, {
          car: 20_001,
          serial: KNOWN_CAR.serial,
          group: KNOWN_CAR.group,
          testUser: notable.testUserId,
        });
        await openJob(page, job);
        await press(page, 'No, it did not open');
        await press(page, 'Remove test access');
        await expect(page.getByText('Removal confirmed by the operator')).toBeVisible();
      },
    },
    {
      name: 'home-unproven',
      at: 'home',
      go: async ({ page }) => {
        await press(page, 'Hand over as not working');
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Reason').fill(REASON);
        await dialog.getByRole('button', { name: 'Hand over as not working' }).click();
        await finish(page);
        await expect(section(page, 'Done today').getByRole('link', { name: /^Test again/ })).toBeVisible();
      },
    },
    {
      name: 'unproven-finished',
      at: 'job/installation/finish',
      go: async ({ page }) => {
        await openJob(page, staged());
        await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible();
      },
    },
    {
      name: 'unproven-approved',
      at: 'job/installation/finish',
      go: async ({ page, workshop }) => {
        const office = await registerKey(workshop, workshop.supervisorToken);
        await sayAtRelay(workshop, office, {
          jobId: staged(),
          verdict: 'approved',
          comment: '',
          worker: REVIEWER,
        });
        await expect(page.getByText(`Approved by ${REVIEWER}.`)).toBeVisible();
        await expect(verdict(page)).toBeVisible();
      },
    },
    {
      name: 'unproven-approved-verify',
      at: 'job/installation/verify',
      go: async ({ page }) => {
        await page
          .getByRole('navigation', { name: 'Steps of this job' })
          .getByRole('button', { name: /^Verify/ })
          .click();
        await expect(verdict(page)).toBeVisible();
        await expect(page.getByRole('button', { name: 'Test again' })).toHaveCount(0);
      },
    },
  ],
};
