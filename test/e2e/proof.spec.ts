import { readdir } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { SECOND } from '../../shared/time.ts';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { atHome, drive, finish, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites, heldAbout } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { openQueueFile } from './fixture/queue-file.ts';
import { loggedAtRelay } from './fixture/reviews.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* A car without proof is tested again or finished as such; a finished job is read and printed. */

const CAR = 20_001;
const STAGED = {
  car: CAR,
  serial: KNOWN_CAR.serial,
  group: KNOWN_CAR.group,
  testUser: notable.testUserId,
} as const;
const rail = (page: Page, step: string) =>
  page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: new RegExp(`^${step}`) });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Opens the supervisors' table and answers the row of the only job. */
async function supervisedRow(page: Page) {
  await page.getByRole('link', { name: 'Installations' }).click();
  const rows = page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]');
  await expect(rows).toHaveCount(1);
  return rows;
}
/** The entries of the log that say how a job and its tests ended. */
const results = new Set(['access-observed', 'handed-over-not-working', 'job-finished', 'job-reopened']);

test('a car that did not open is not done: it is tested again, and handed over as not working @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open({ BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken });
  await drive(page, KNOWN_CAR, { to: 'home' });
  const job = await stageJob(page, STAGED);
  await openJob(page, job);
  await title(page, 'Does it open?').waitFor();
  await press(page, 'No, it did not open');
  await expect(title(page, 'Did not open')).toBeVisible();
  await expect(page.getByTestId('fault-tree').getByRole('listitem')).toHaveCount(4);
  await expect(rail(page, 'Verify')).toContainText('Did not open');
  await photograph(page, 'proof-1-did-not-open');

  await press(page, 'Remove test access');
  await expect(page.getByText('Removal confirmed by the operator')).toBeVisible();
  await expect(title(page, 'Did not open')).toBeVisible();
  await expect(rail(page, 'Verify')).toContainText('Did not open');
  await rail(page, 'Finish').click();
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Finish/ })).toHaveCount(1);
  await photograph(page, 'proof-2-not-to-be-finished');
  const refused = await page.evaluate((jobId) => window.boxwright.jobs.finish({ jobId }), job);
  expect(refused).toMatchObject({ ok: false, error: { code: 'car-not-working' } });

  await press(page, 'Leave, keep all');
  const card = section(page, 'Needs you').getByRole('article');
  await expect(card).toContainText('Did not open');
  await photograph(page, 'proof-3-home');
  await card.getByRole('link', { name: /^Test again/ }).click();
  await page.getByRole('button', { name: 'Test again' }).click();
  await title(page, 'Does it open?').waitFor();
  await press(page, 'Yes, it opened');
  await press(page, 'No, it did not close');
  await expect(title(page, 'Did not close')).toBeVisible();
  await page.getByRole('button', { name: 'Test 1: Did not open' }).click();
  await expect(page.getByText('You said: it did not open')).toBeVisible();

  await press(page, 'Hand over as not working');
  const dialog = page.getByRole('dialog', { name: 'Hand over as not working?' });
  await dialog.getByLabel('Reason').fill('The antenna is on order');
  await photograph(page, 'proof-4-hand-over');
  await dialog.getByRole('button', { name: 'Hand over as not working' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Handed over as not working: The antenna is on order' }),
  ).toBeVisible();
  await finish(page);
  const done = section(page, 'Done today').getByRole('article');
  await expect(done).toContainText('Handed over as not working: The antenna is on order');
  await expect(done).toContainText('Did not close');
  expect(countedWrites(operator)).toMatchObject({
    'PUT /assignments': 2,
    'DELETE /assignments/{assignmentId}': 2,
    'PUT /events': 1,
  });

  // The antenna came: the finished job is opened again from the page that shows its test.
  await expect(await supervisedRow(page)).toContainText('Did not close');
  await photograph(page, 'proof-12-supervisor-before');
  await page.getByRole('link', { name: 'Home' }).click();
  await done.getByRole('link', { name: /^Test again/ }).click();
  await expect(page.getByRole('button', { name: 'Test again' })).toBeVisible();
  await photograph(page, 'proof-13-done-not-working');
  await rail(page, 'Verify').click();
  await expect(page.getByText('Handed over as not working: The antenna is on order').first()).toBeVisible();
  await photograph(page, 'proof-14-read-not-working');
  await press(page, 'Test again');
  await title(page, 'Does it open?').waitFor();
  await press(page, 'Leave, keep all');
  await expect(await supervisedRow(page)).toContainText('Under way');
  await photograph(page, 'proof-15-supervisor-open-again');
  await openJob(page, job);
  await press(page, 'It opened and closed');
  await expect(rail(page, 'Verify')).toContainText('Confirmed');
  await finish(page);
  await expect(done).not.toContainText('Did not close');
  const row = await supervisedRow(page);
  await expect(row).toContainText('Opened and closed');
  await expect(row).not.toContainText('Under way');
  await expect
    .poll(async () => (await loggedAtRelay(workshop, job)).filter((type) => results.has(type)))
    .toEqual([
      'access-observed',
      'access-observed',
      'access-observed',
      'handed-over-not-working',
      'job-finished',
      'job-reopened',
      'access-observed',
      'access-observed',
      'job-finished',
    ]);
  expect(heldAbout(operator, notable.plates.withoutBox).testAccesses).toBe(0);
});

test('a test access is extended while it runs, takes no answer after its end, and is followed by another test @long', async ({
  app,
  workshop,
}) => {
  const { operator } = workshop;
  const first = await workshop.open();
  await drive(first.page, KNOWN_CAR, { to: 'home' });
  const job = await stageJob(first.page, STAGED);
  await openJob(first.page, job);
  await press(first.page, '15 more minutes');
  await expect(first.page.getByText('Longer time confirmed by the operator')).toBeVisible();
  await photograph(first.page, 'proof-5-extended');
  await first.close();

  // Its last seconds, as a person meets them who comes back late.
  const queue = openQueueFile({ dataDir: app.dataDir, baseUrl: operator.url });
  queue.prepare('UPDATE assignment SET end_at = ?').run(Date.now() + 20 * SECOND);
  queue.close();
  const { page } = await workshop.open();
  await openJob(page, job);
  await expect(title(page, 'Test access ran out')).toBeVisible();
  await expect(page.getByRole('button', { name: 'It opened and closed' })).toHaveCount(0);
  await expect(page.getByText('Now try it', { exact: false })).toHaveCount(0);
  await expect(rail(page, 'Verify')).toContainText('Test access ran out');
  await photograph(page, 'proof-6-ran-out');
  const answer = await page.evaluate(
    (jobId) => window.boxwright.jobs.recordAccess({ jobId, what: 'opened', worked: true }),
    job,
  );
  expect(answer).toMatchObject({ ok: false, error: { code: 'test-access-expired' } });

  await page.getByRole('button', { name: 'Test again' }).click();
  await title(page, 'Does it open?').waitFor();
  await press(page, 'It opened and closed');
  await expect(rail(page, 'Verify')).toContainText('Confirmed');
  await rail(page, 'Verify').click();
  await expect(page.getByRole('note')).toContainText('show no opening in the test time');
  expect(heldAbout(operator, notable.plates.withoutBox).testAccesses).toBe(0);
});

test("the operator's own events are the stronger proof; a finished job is read, reported and printed @long", async ({
  app,
  workshop,
}) => {
  const { operator } = workshop;
  const launched = await workshop.open();
  const { page } = launched;
  await drive(page, KNOWN_CAR, { to: 'test-access-confirmed' });
  const id = operator.state.nextId('events');
  const now = new Date().toISOString();
  operator.state.events.set(id, {
    id,
    customerId: notable.customerId,
    carId: CAR,
    userId: notable.testUserId,
    type: 'CarOpened',
    userAgent: 'The Box itself',
    dateTime: now,
    utcDateTime: now,
    latitude: null,
    longitude: null,
  });
  await drive(page, KNOWN_CAR, { from: 'opened-and-closed', to: 'test-access-removed' });
  await expect(page.getByRole('note')).toContainText('The operator’s own events show that the car opened');
  await photograph(page, 'proof-7-own-events');
  await drive(page, KNOWN_CAR, { from: 'finish' });
  await expect(page.getByRole('row', { name: /^Opened/ })).toContainText('Shown by the operator’s events');
  await expect(page.getByRole('row', { name: /^Closed/ })).toContainText('Seen by you, record stored');
  await finish(page);

  await section(page, 'Done today').getByRole('link', { name: /^Open/ }).click();
  await press(page, 'Save report');
  await expect(page.getByText(/^Report saved: .*\.pdf$/)).toBeVisible();
  await photograph(page, 'proof-8-done');
  // On a real system these open other programs and print on paper.
  if (launched.host.host === 'chromium') {
    await press(page, 'Open the folder');
    await expect.poll(launched.output).toContain('host folder');
    await press(page, 'Open the file');
    await expect.poll(launched.output).toContain('host file');
    await press(page, 'Print');
    await expect(page.getByText('The report was sent to the printer.')).toBeVisible();
    expect(await readdir(app.dataDir)).toContain('printed-1.pdf');
  }

  await rail(page, 'Box').click();
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scan another Box' })).toHaveCount(0);
  await photograph(page, 'proof-9-read-box');
  await page.getByRole('button', { name: 'Go to Fitting' }).click();
  await expect(title(page, 'Fitting')).toBeVisible();
  await expect(page.getByText('12.6 V')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await photograph(page, 'proof-10-read-fitting');
  await rail(page, 'Verify').click();
  await expect(page.getByText('Removal confirmed by the operator')).toBeVisible();
  await page.getByRole('button', { name: 'Before that' }).click();
  await expect(page.getByText('You said: it opened')).toBeVisible();
  await photograph(page, 'proof-11-read-verify');
  await press(page, 'Leave, keep all');
  await atHome(page);
});
