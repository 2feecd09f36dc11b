import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { atHome, drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { photograph } from './fixture/photograph.ts';
import {
  isPhotoAtRelay,
  loggedAtRelay,
  reviewsAtRelay,
  reviewsHere,
  stagePhotographed,
} from './fixture/reviews.ts';
import { expect, test } from './fixture/workshop.ts';

/* Rework asked for offline, done with a photo, approved. */

const BETTER_PHOTO = join(projectRoot, 'docs/pictures/flow-box.png');

test('rework requested while the installer was away is done and approved; both laptops and the relay agree', async ({
  workshop,
}) => {
  const bay = await workshop.open();
  await drive(bay.page, KNOWN_CAR, { to: 'home' });
  const { job, photo: taken } = await stagePhotographed(bay.page, 20_002);
  await expect.poll(() => loggedAtRelay(workshop, job)).toContain('job-finished');
  await expect.poll(() => isPhotoAtRelay(workshop, taken)).toBe(true);
  await bay.close();

  const desk = await mkdtemp(join(tmpdir(), 'boxwright-desk-'));
  const office = await workshop.open({
    BOXWRIGHT_DATA_DIR: desk,
    BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken,
  });
  await drive(office.page, { ...KNOWN_CAR, worker: 'Kim Keller' }, { to: 'home' });
  const desktop = office.page;
  await desktop.getByRole('link', { name: 'Installations' }).click();
  await desktop.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]').first().click();
  await desktop.getByRole('button', { name: 'Needs rework' }).click();
  const asking = desktop.getByRole('dialog', { name: 'What has to be done again?' });
  await asking.getByRole('combobox', { name: 'Reason' }).selectOption({ label: 'Photo cannot be read' });
  const photo = await asking.locator('option', { hasText: /^Photo 1: / }).getAttribute('value');
  await asking.getByRole('combobox', { name: 'Where' }).selectOption(photo);
  await expect(asking.getByRole('img', { name: 'Photo' })).toBeVisible();
  const words = 'Nothing can be seen on it. Please take it again with the lamp on.';
  await asking.getByRole('textbox', { name: 'Instruction' }).fill(words);
  await asking.getByRole('button', { name: 'Send back' }).click();
  await expect(desktop.getByText('Rework asked for')).toBeVisible();
  await expect.poll(async () => (await reviewsAtRelay(workshop)).length).toBe(1);

  // The installer comes back.
  const { page } = await workshop.open();
  const needsYou = section(page, 'Needs you');
  await expect(needsYou).toContainText('Kim Keller asks for rework: Nothing can be seen on it.');
  await expect(needsYou).toContainText('Photo cannot be read');
  await photograph(page, 'rework-1-home');
  await needsYou.getByRole('link', { name: /^Look into it/ }).click();
  const request = page.getByRole('region', { name: 'To be done again: Photo cannot be read' });
  await expect(request).toContainText('Kim Keller (Office)');
  await expect(request.getByRole('img', { name: 'The photo that the supervisor means' })).toBeVisible();
  await photograph(page, 'rework-2-asked');
  await page.getByRole('button', { name: 'Begin the rework' }).click();

  const row = page.locator('[data-item="photo-place"]');
  await expect(row).toContainText('To be done again');
  await expect(row).toBeInViewport();
  await row.getByRole('button', { name: 'Remove photo 1' }).click();
  await expect(row.getByRole('img')).toHaveCount(0);
  await row.locator('input[type=file]').setInputFiles(BETTER_PHOTO);
  await expect(row.getByRole('img')).toHaveCount(1);
  await photograph(page, 'rework-3-done-again');
  await request.getByRole('button', { name: 'Go to Finish' }).click();
  await page.getByLabel('Your answer').fill('Taken with the lamp on');
  await photograph(page, 'rework-4-send-back');
  await page.getByRole('button', { name: 'Done again: send back for review' }).click();
  await atHome(page);
  await expect(section(page, 'Done today')).toContainText('Sent back. Kim Keller still has to look at it.');
  await photograph(page, 'rework-5-sent-back');
  await expect.poll(() => loggedAtRelay(workshop, job)).toContain('rework-done');
  // The supervisor's laptop asks now and then; a person who waits for it asks now.
  await desktop.evaluate(() => window.boxwright.supervision.resume({}));
  await expect(desktop.getByText('Done again, waits for a review')).toBeVisible();
  await desktop.getByRole('button', { name: 'Approve' }).click();
  await expect(desktop.getByText('This job is approved.')).toBeVisible();
  await expect(section(page, 'Done today')).toContainText('Approved by Kim Keller.');
  const kept = (await reviewsAtRelay(workshop)).map(({ id, revision, verdict }) => ({
    id,
    revision,
    verdict,
  }));
  expect(kept.map(({ verdict }) => verdict)).toEqual(['rework', 'approved']);
  for (const laptop of [page, desktop]) {
    // The laptop that sent it may hear of it after the one that waited for it.
    await expect
      .poll(async () => {
        const { said, own } = await reviewsHere(laptop, job);
        const here = said.map(({ id, revision, verdict }) => ({ id, revision, verdict })).toReversed();
        return { here, own };
      })
      .toEqual({ here: kept, own: [] });
  }
  await office.close();
  await rm(desk, { recursive: true, force: true, maxRetries: 3 });
});
