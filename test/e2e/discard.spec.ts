import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { atHome, drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* A mistaken start is discarded, a begun car with a reason, a sent Box not. */

const discard = (page: Page) => page.getByRole('button', { name: 'Discard this job' });
const inProgress = (page: Page) => section(page, 'In progress').getByRole('article');

test('a mistaken start is discarded at once, a car that was begun with a reason, and nothing of either is sent @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });

  await page.getByRole('button', { name: /New installation/ }).click();
  await page.getByLabel('Plate, VIN, name or brand').fill('M BX');
  await expect(discard(page)).toBeVisible();
  await photograph(page, 'discard-1-mistaken-start');
  await discard(page).click();
  await atHome(page);
  await expect(inProgress(page)).toHaveCount(0);

  await drive(page, KNOWN_CAR, { from: 'car', to: 'before' });
  await discard(page).first().click();
  const dialog = page.getByRole('dialog', { name: 'Discard this job?' });
  await expect(dialog.getByRole('button', { name: 'Discard this job' })).toBeDisabled();
  await dialog.getByLabel('Why is it discarded?').fill('The customer took the car away');
  await photograph(page, 'discard-2-reason');
  await dialog.getByRole('button', { name: 'Discard this job' }).click();
  await atHome(page);
  await expect(inProgress(page)).toHaveCount(0);
  await photograph(page, 'discard-3-home');

  expect(countedWrites(operator)).toEqual({});
});

test('a job whose Box was sent has no way to discard it @long', async ({ workshop }) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  const job = await stageJob(page, { car: 20_001, serial: notable.boxes.free[0] });
  await openJob(page, job);
  await expect(page.getByRole('button', { name: 'Leave, keep all' })).toBeVisible();
  await expect(discard(page)).toHaveCount(0);
  const refused = await page.evaluate(
    (jobId) => window.boxwright.jobs.discard({ jobId, reason: 'Changed my mind' }),
    job,
  );
  expect(refused).toMatchObject({ ok: false, error: { code: 'job-not-discardable' } });
});
