import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { connectAgain } from './fixture/connection.ts';
import { atHome, drive, finish, KNOWN_CAR, NEW_CAR, railStep, section } from './fixture/drive.ts';
import { countedWrites, heldAbout, WRITES_OF_ONE_INSTALLATION, writesOf } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* A whole car offline, a crash in the middle, everything in order afterwards. */

const NEW_GROUP = 'Werkstatt Süd 7';
const HALF_A_SERIAL = '0012 3';

test('a whole car is fitted without a connection, survives a crash, and goes through in order afterwards', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const first = await workshop.open();
  await drive(first.page, NEW_CAR, { to: 'home' });
  await operator.stop();
  await fitWithoutConnection(first.page);
  await leaveHalfTyped(first.page);
  await first.kill();
  expect(writesOf(operator)).toEqual([]);

  const { page } = await workshop.open();
  await atHome(page);
  await expect(section(page, 'Waiting for connection')).toContainText('M BX 2001');
  await section(page, 'In progress').getByRole('link', { name: 'Continue: M BX 1077' }).click();
  await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
  await expect(page.getByLabel('Serial number')).toHaveValue(HALF_A_SERIAL);
  await page.getByRole('button', { name: 'Leave, keep all' }).click();

  await section(page, 'Waiting for connection').getByRole('link', { name: 'Open: M BX 2001' }).click();
  await waitsForItsResult(page);
  await connectAgain(page, operator);
  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
  await drive(page, NEW_CAR, { from: 'opened-and-closed' });
  await finish(page);
  await expect(section(page, 'Done today')).toContainText('M BX 2001');

  expect(heldAbout(operator, 'M BX 2001')).toEqual({
    cars: 1,
    boxes: [NEW_CAR.serial],
    groups: [NEW_GROUP],
    events: ['CarOpened', 'CarClosed'],
    testAccesses: 0,
  });
  expect(countedWrites(operator)).toEqual({
    'PUT /cars': 1,
    'PUT /groups': 1,
    ...WRITES_OF_ONE_INSTALLATION,
  });
  const order = writesOf(operator);
  const parentsBeforeChildren = ['PUT /cars', 'PUT /installations', 'PUT /assignments'];
  expect(order.filter((write) => parentsBeforeChildren.includes(write))).toEqual(parentsBeforeChildren);
  const membership = ['PUT /groups', 'PUT /groups/{groupId}/cars'];
  expect(order.filter((write) => membership.includes(write))).toEqual(membership);
  expect(order.indexOf('PUT /cars')).toBeLessThan(order.indexOf('PUT /groups/{groupId}/cars'));
  expect(operator.violations.all).toEqual([]);
});

/** From the car to the point where only the operator's result is missing. Nothing on the way may look done. */
async function fitWithoutConnection(page: Page): Promise<void> {
  await drive(page, NEW_CAR, { from: 'car', to: 'before' });
  await page.getByLabel('Serial number').fill(NEW_CAR.serial);
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Fit this Box' }).click();
  await expect(page.getByText('Saved. It is sent as soon as the car is created.')).toBeVisible();
  await expect(railStep(page, 'Box')).toContainText('Saved here');
  await page.getByRole('button', { name: 'Continue' }).click();
  await drive(page, NEW_CAR, { from: 'fitting', to: 'fitting' });

  await page.getByLabel('Search or name a group').fill(NEW_GROUP);
  await expect(page.getByRole('option', { name: `Create group “${NEW_GROUP}”` })).toBeVisible();
  await page.getByRole('button', { name: 'Use this group' }).click();
  await page.getByRole('combobox', { name: 'Search a user' }).fill(NEW_CAR.testUser);
  await page.getByRole('option', { name: NEW_CAR.testUser }).click();
  await page.getByRole('button', { name: 'Start test access' }).click();
  await waitsForItsResult(page);
}

async function waitsForItsResult(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Waiting for the operator' })).toBeVisible();
  for (const step of ['Car', 'Box', 'Group', 'Verify']) {
    await expect(railStep(page, step)).toContainText('Saved here');
  }
  const timeline = page.getByTestId('verification-timeline');
  await expect(timeline).toContainText('Test access saved on this laptop');
  await expect(timeline).toContainText(/Confirmed by the operator\s*to come/);
  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeHidden();
}

/** A second job, left in the middle of a serial. Resolves once the keystrokes are on disk. */
async function leaveHalfTyped(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leave, keep all' }).click();
  await atHome(page);
  await drive(page, KNOWN_CAR, { from: 'car', to: 'before' });
  await page.getByLabel('Serial number').fill(HALF_A_SERIAL);
  await expect.poll(() => draftsOf(page, notable.plates.withoutBox)).toContain(HALF_A_SERIAL);
}

async function draftsOf(page: Page, plate: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const list = await window.boxwright.jobs.list({});
    const job = list.ok ? list.value.jobs.find(({ car }) => car?.licensePlate === wanted) : undefined;
    if (job === undefined) return '';
    const view = await window.boxwright.jobs.get({ jobId: job.id });
    return view.ok ? JSON.stringify(view.value.drafts) : '';
  }, plate);
}
