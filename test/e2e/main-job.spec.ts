import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { drive, finish, KNOWN_CAR, NEW_CAR, section } from './fixture/drive.ts';
import { countedWrites, heldAbout, WRITES_OF_ONE_INSTALLATION } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* A known and a new car from Home to Done today, with the report; each write once. */

test('a known car is fitted, tried and reported, and the operator holds exactly that', async ({
  app,
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR);
  await page.getByRole('combobox', { name: 'Language of the report' }).click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('button', { name: 'Save report' }).click();
  await expect(page.getByText('Report saved')).toBeVisible();
  await finish(page);

  const done = section(page, 'Done today').getByRole('article');
  await expect(done).toHaveCount(1);
  await expect(done).toContainText(notable.plates.withoutBox);

  const { operator } = workshop;
  expect(heldAbout(operator, notable.plates.withoutBox)).toEqual({
    cars: 1,
    boxes: [KNOWN_CAR.serial],
    groups: expect.arrayContaining([notable.emptyGroup]),
    events: ['CarOpened', 'CarClosed'],
    testAccesses: 0,
  });
  expect(countedWrites(operator)).toEqual(WRITES_OF_ONE_INSTALLATION);
  expect(operator.violations.all).toEqual([]);

  const reports = (await readdir(app.dataDir)).filter((name) => name.endsWith('.pdf'));
  expect(reports).toHaveLength(1);
  const report = await readFile(join(app.dataDir, reports[0] ?? ''), 'latin1');
  expect(report.startsWith('%PDF-')).toBe(true);
  expect(report.trimEnd().endsWith('%%EOF')).toBe(true);
  // In the language that was chosen, while the app speaks another.
  expect(report).toContain('/Lang (de)');
});

test('a new car is created in the flow and fitted like any other @long', async ({ workshop }) => {
  const { page } = await workshop.open();
  await drive(page, NEW_CAR, { to: 'test-access-confirmed' });
  await answerBothInOneGo(page);
  await drive(page, NEW_CAR, { from: 'test-access-removed' });
  await finish(page);
  await expect(section(page, 'Done today').getByRole('article')).toContainText('M BX 2001');

  const { operator } = workshop;
  expect(heldAbout(operator, 'M BX 2001')).toEqual({
    cars: 1,
    boxes: [NEW_CAR.serial],
    groups: expect.arrayContaining([notable.emptyGroup]),
    events: ['CarOpened', 'CarClosed'],
    testAccesses: 0,
  });
  expect(countedWrites(operator)).toEqual({ 'PUT /cars': 1, ...WRITES_OF_ONE_INSTALLATION });
  expect(operator.violations.all).toEqual([]);
});

test('a new car that is there already is noticed by its VIN and can be taken instead @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await page.getByRole('button', { name: 'Create a new car' }).click();
  // As a person reads it off the windscreen: small letters, in groups.
  await page.getByLabel('VIN', { exact: true }).fill('w1v 447705 13872041');
  await expect(page.getByText('A car with this VIN is already there')).toBeVisible();
  await page.getByRole('button', { name: `Take that car: ${notable.plates.withoutBox}` }).click();

  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect(page.getByText('Workshop van 1')).toBeVisible();
  expect(countedWrites(workshop.operator)).toEqual({});
});

test('a VIN with an umlaut is refused in one plain sentence, one of unusual length passes with a warning @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await page.getByRole('button', { name: 'Create a new car' }).click();
  const vin = page.getByLabel('VIN', { exact: true });
  await page.getByLabel('Licence plate').fill('M BX 2002');
  await vin.fill('WÄ0EXXTTRE4A12345');
  await page.getByLabel('Model').fill('Transit');
  await page.getByRole('button', { name: 'Create this car' }).click();
  await expect(page.getByRole('alert')).toContainText('A VIN cannot hold “Ä”. Your input is still here.');
  await expect(vin).toHaveValue('WÄ0EXXTTRE4A12345');
  await expect(page.getByLabel('Licence plate')).toHaveValue('M BX 2002');
  await expect(page.getByLabel('Model')).toHaveValue('Transit');

  await vin.fill('WF0EXX12345');
  await expect(
    page.getByText('A VIN usually has 17 characters, this one has 11. You can go on.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Create this car' }).click();
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect.poll(() => countedWrites(workshop.operator)).toEqual({ 'PUT /cars': 1 });
  const created = [...workshop.operator.state.cars.values()].find(
    ({ licensePlate }) => licensePlate === 'M BX 2002',
  );
  expect(created).toMatchObject({ name: 'M BX 2002', vin: 'WF0EXX12345', model: 'Transit' });
});

/** Two taps faster than the first can be saved: neither may be lost. */
async function answerBothInOneGo(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const name of ['Yes, it opened', 'Yes, it closed']) {
      document
        .querySelector(`button[aria-label="${name}"]`)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }
  });
  await expect(page.getByText('You said: it opened')).toBeVisible();
  await expect(page.getByText('You said: it closed')).toBeVisible();
}
