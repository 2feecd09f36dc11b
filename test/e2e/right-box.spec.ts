import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import type { RunningOperator } from '../operator/start.ts';
import { press } from './fixture/connect.ts';
import { connectAgain } from './fixture/connection.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites, heldAbout } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* A wrong, unknown or mistyped Box is found before it is fitted. */

const DELIVERED_TODAY = '001239990';
const rail = (page: Page, step: string) =>
  page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: new RegExp(`^${step}`) });

/** A Box of another variant arrives, after the laptop has read its lists. */
function deliver({ state }: RunningOperator): void {
  const [small] = notable.boxes.freeSmall;
  const product = [...state.products.values()].find(({ serialNumber }) => serialNumber === small);
  if (product === undefined) throw new Error('the seed has a small Box');
  state.products.set(product.id, { ...product, serialNumber: DELIVERED_TODAY });
}

test('a Box of another variant that the laptop does not know, taken without a connection, is never sent and calls a person @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'before' });
  deliver(operator);
  await operator.stop();
  await page.getByLabel('Serial number').fill(DELIVERED_TODAY);
  await expect(
    page.getByText(`${DELIVERED_TODAY} is not in the last list read from the operator.`, { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('Right variant?')).toBeVisible();
  await photograph(page, 'right-box-1-unchecked');
  await page.getByRole('button', { name: 'Fit this Box' }).click();
  await expect(page.getByText(DELIVERED_TODAY).first()).toBeVisible();
  // Nothing says what the key needs where the Box's own variant is not known.
  const known = page.getByRole('region', { name: 'Box', exact: true });
  await expect(known).not.toContainText('Box M');

  await connectAgain(page, operator);
  const trouble = page.getByRole('alert').filter({ hasText: DELIVERED_TODAY });
  await expect(trouble).toContainText(
    `Box ${DELIVERED_TODAY} is SAP-080, but this key needs Box M (SAP-100)`,
  );
  await expect(rail(page, 'Box')).toContainText('Needs you');
  await expect(known).toContainText('SAP-080');
  await photograph(page, 'right-box-2-not-sent');
  await press(page, 'Leave, keep all');
  await expect(section(page, 'Needs you')).toContainText(DELIVERED_TODAY);
  await photograph(page, 'right-box-3-home');
  expect(countedWrites(operator)).toEqual({});
  expect(heldAbout(operator, notable.plates.withoutBox).boxes).toEqual([]);
});

test('a mistyped serial is refused by a live answer, the Box that is meant is offered, and no check is left open afterwards @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'before' });
  const mistyped = KNOWN_CAR.serial.replace('4021', '4921');
  await page.getByLabel('Serial number').fill(mistyped);
  await expect(
    page.getByText(`The operator was asked just now and knows no Box ${mistyped}.`, { exact: false }),
  ).toBeVisible();
  await expect(page.getByText('Did you mean this free Box?')).toBeVisible();
  await photograph(page, 'right-box-4-refused');
  await expect(page.getByRole('button', { name: 'Fit this Box' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Fit it all the same' })).toBeDisabled();
  await press(page, `Take ${KNOWN_CAR.serial}`);
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await expect(page.getByText('This Box has an active service.')).toBeVisible();
  await page.getByRole('button', { name: 'Fit this Box' }).click();
  // A Box that passed every check leads on at once.
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Which Box goes in?');
  await rail(page, 'Box').click();
  await expect(page.getByText('Confirmed by the operator: this Box is in this car.')).toBeVisible();
  await expect(page.getByText('before anything is sent', { exact: false })).toHaveCount(0);
  await photograph(page, 'right-box-5-in');
  expect(countedWrites(operator)).toEqual({ 'PUT /installations': 1 });
});

test('the Box is checked between the two parts of the checklist, before anything is screwed in @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'keyfob' });
  const steps = page.getByRole('navigation', { name: 'Steps of this job' }).getByRole('listitem');
  expect(
    (await steps.allInnerTexts()).map((words) => words.split('\n').find((word) => !/^\d*$/.test(word))),
  ).toEqual(['Car', 'Key', 'Before', 'Box', 'Fitting', 'Group', 'Verify', 'Finish']);
  await expect(rail(page, 'Box')).toBeDisabled();
  await expect(rail(page, 'Box')).toContainText('First the checks before');
  await expect(page.getByText(/refitted|in its place/i)).toHaveCount(0);
  await photograph(page, 'right-box-6-before');
  await drive(page, KNOWN_CAR, { from: 'before', to: 'before' });
  await expect(rail(page, 'Fitting')).toBeDisabled();
  const [small] = notable.boxes.freeSmall;
  await page.getByLabel('Serial number').fill(small);
  await expect(page.getByText('Wrong variant')).toBeVisible();
  await photograph(page, 'right-box-7-wrong-before-the-screws');
  await drive(page, KNOWN_CAR, { from: 'box', to: 'box' });
  await expect(page.getByRole('heading', { level: 1, name: 'The Box in its place' })).toBeVisible();
  await photograph(page, 'right-box-8-after');
});
