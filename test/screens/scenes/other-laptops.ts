import { expect, type Page } from '@playwright/test';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { bringEntry, orderRemoval, registerKey } from '../../e2e/fixture/other-laptops.ts';
import { sayAtRelay, stagePhotographed } from '../../e2e/fixture/reviews.ts';
import { jobId } from '../../../shared/ids.ts';
import type { Hands, Scene } from '../scene.ts';

const BAY = 'Lyon / Quai 4';
const OTHER_BAY = 'Lyon / Quai 5';
const UNSIGNED_JOB = jobId.parse('a0000000-0000-4000-8000-00000000000f');
const SAID = 'Nothing can be seen on it.';
const REVIEWER = 'Kim Keller';
const order = (page: Page) => page.getByRole('region', { name: 'Ordered by other laptops' }).first();

/** An order to remove personal data comes from a supervisor's laptop: it waits, is kept, and waits again. */
export const receivedRemovalScene: Scene = {
  name: 'received-removal',
  role: 'supervisor',
  isLong: true,
  data: ['Asked in writing', 'Office', 'Bracket kept'],
  places: [
    {
      name: 'settings-removal-received',
      at: 'settings',
      go: async ({ page, workshop }) => {
        const token = workshop.supervisorToken;
        const signer = await registerKey(workshop, token);
        await drive(page, KNOWN_CAR, { to: 'home' });
        const { job } = await stagePhotographed(page, 20_002);
        await orderRemoval(workshop, { token, signer, job });
        await page.getByRole('link', { name: 'Settings' }).click();
        await expect(order(page)).toContainText('Signed by a supervisor’s laptop.');
        await order(page).getByRole('button', { name: 'Do not remove' }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: 'settings-removal-received-now',
      at: 'settings',
      go: async ({ page }) => {
        await order(page).getByRole('button', { name: 'Remove now' }).click();
        await expect(page.getByRole('dialog', { name: 'Remove it now?' })).toBeVisible();
      },
    },
    {
      name: 'settings-removal-received-kept',
      at: 'settings',
      go: async ({ page }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
        await order(page).getByRole('button', { name: 'Do not remove' }).click();
        await expect(order(page).getByRole('button', { name: 'Let it wait again' })).toBeVisible();
      },
    },
  ],
};

/** A supervisor's laptop receives keys and reviews that it does not trust. */
export const untrustedScene: Scene = {
  name: 'untrusted',
  isLong: true,
  open: async ({ workshop }: Hands) => {
    const bay = await workshop.laptopToken(BAY);
    await registerKey(workshop, bay);
    await registerKey(workshop, bay);
    await bringEntry(workshop, bay, {
      type: 'job-started',
      jobId: UNSIGNED_JOB,
      data: { kind: 'installation' },
    });
    return (await workshop.open({ BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken })).page;
  },
  data: [BAY, OTHER_BAY, SAID, REVIEWER, 'Office', 'Bracket kept'],
  places: [
    {
      name: 'installations-logs-keys',
      at: 'installations',
      go: async ({ page }) => {
        await drive(page, KNOWN_CAR, { to: 'home' });
        await page.getByRole('link', { name: 'Installations' }).click();
        const parts = page.getByRole('radiogroup', { name: 'Parts of this page' });
        await parts.getByText('Logs', { exact: true }).click();
        await expect(page.getByText('Another key was registered')).toBeVisible();
        await expect(page.getByRole('article', { name: BAY })).toContainText('has not signed its entries');
      },
    },
    {
      name: 'installations-logs-trust-key',
      at: 'installations',
      go: async ({ page }) => {
        await page.getByRole('button', { name: 'Trust this key…' }).click();
        await expect(page.getByRole('dialog', { name: /^Trust another key/ })).toBeVisible();
      },
    },
    {
      name: 'installation-review-not-counted',
      at: 'installation',
      go: async ({ page, workshop }) => {
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        const { job } = await stagePhotographed(page, 20_002);
        await sayAtRelay(workshop, null, {
          jobId: job,
          verdict: 'rework',
          reason: 'photo-unreadable',
          comment: SAID,
          worker: REVIEWER,
        });
        await page.evaluate((id) => (window.location.hash = `#/installations/job/${id}`), job);
        await expect(page.getByText('The review does not count.')).toBeVisible();
      },
    },
    {
      name: 'installation-unsigned',
      at: 'installation',
      go: async ({ page }) => {
        await page.evaluate((id) => (window.location.hash = `#/installations/job/${id}`), UNSIGNED_JOB);
        await expect(
          page.getByRole('note').filter({ hasText: 'No entry of this job is signed' }),
        ).toBeVisible();
      },
    },
    {
      name: 'installation-unsigned-some',
      at: 'installation',
      go: async ({ page, workshop }) => {
        const { job } = await stagePhotographed(page, 20_003);
        await bringEntry(workshop, await workshop.laptopToken(OTHER_BAY), {
          type: 'job-started',
          jobId: job,
          data: { kind: 'installation' },
        });
        await page.evaluate((id) => (window.location.hash = `#/installations/job/${id}`), job);
        const mark = page.getByText('Not signed by its laptop', { exact: true });
        await expect(mark).toBeVisible();
        await mark.scrollIntoViewIfNeeded();
      },
    },
  ],
};
