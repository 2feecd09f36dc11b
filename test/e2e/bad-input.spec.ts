import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { drive, KNOWN_CAR } from './fixture/drive.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* One plain sentence each; nothing typed is lost. */

test('a new car without plate, VIN and name gets one plain sentence and keeps what was typed @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await press(page, 'Create a new car');
  await expect(page.getByText('Give a plate, a VIN or a name.')).toBeVisible();
  await page.getByLabel('Model').fill('Transit');
  await press(page, 'Create this car');
  await expect(page.getByRole('alert')).toContainText('A name is missing.');
  await expect(page.getByRole('alert')).toContainText('Type a name.');
  await expect(page.getByLabel('Model')).toHaveValue('Transit');

  await page.getByLabel('Name', { exact: true }).fill('   ');
  await press(page, 'Create this car');
  await expect(page.getByRole('alert')).toContainText('A name is missing.');
  await page.getByLabel('Name', { exact: true }).fill('Van without plates');
  await press(page, 'Create this car');
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect.poll(() => countedWrites(workshop.operator)).toEqual({ 'PUT /cars': 1 });
});

test('a serial is accepted with spaces and small letters, and an invalid one refused in one sentence @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'before' });
  const serial = page.getByLabel('Serial number');
  await serial.fill('???');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A serial has 3 to 40 letters and digits. Your input is kept.')).toBeVisible();
  await expect(serial).toHaveValue('???');
  await expect(page.getByRole('button', { name: 'Fit this Box' })).toBeDisabled();

  const endless = '1'.repeat(10_000);
  await serial.fill(endless);
  await page.keyboard.press('Enter');
  await expect(page.getByText('A serial has 3 to 40 letters and digits.')).toBeVisible();
  await expect(serial).toHaveValue(endless);

  // The label of the first Box, as a person types it.
  await serial.fill(` ${notable.uniqueIdOfFirstFreeBox.toLowerCase().replaceAll('-', ' ')} `);
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await press(page, 'Fit this Box');
  await expect(page.getByRole('heading', { level: 1, name: 'The Box in its place' })).toBeVisible();
  const fitted = () =>
    [...workshop.operator.state.products.values()].find(
      ({ serialNumber }) => serialNumber === notable.boxes.free[0],
    );
  await expect.poll(() => fitted()?.carId ?? null).not.toBeNull();
  expect(workshop.operator.violations.all).toEqual([]);
});

test('a group name of 10,000 characters is refused in one sentence and stays in its field @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'fitting' });
  const field = page.getByLabel('Search or name a group');
  const endless = 'Gruppe '.repeat(1429).slice(0, 10_000).replace(/ $/, 'x');
  await field.fill(endless);
  await press(page, 'Use this group');
  await expect(page.getByRole('alert')).toContainText(
    'This is too long: 10,000 characters; at most 200 can be sent. Your input is still here.',
  );
  await expect(field).toHaveValue(endless);
  expect(countedWrites(workshop.operator)).toEqual({ 'PUT /installations': 1 });

  await field.fill('Gruppe Süd');
  await press(page, 'Use this group');
  await expect(page.getByRole('heading', { name: 'Try it for real' })).toBeVisible();
});
