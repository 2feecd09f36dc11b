import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import type { RunningOperator } from '../operator/start.ts';
import { press } from './fixture/connect.ts';
import { drive, KNOWN_CAR, NEW_CAR } from './fixture/drive.ts';
import { countedWrites, heldAbout } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* A car that the office created since is found, not duplicated. */

const { plate, vin, brand, model } = NEW_CAR.car.create;
const keyStep = (page: Page) => page.getByRole('heading', { name: 'Which key does the car have?' });

/** The office creates the car at the operator, after the laptop has read its lists. */
function createInOffice({ state }: RunningOperator): void {
  const id = state.nextId('cars');
  state.cars.set(id, {
    id,
    customerId: notable.customerId,
    name: 'Transit of the office',
    description: null,
    licensePlate: plate,
    vin,
    brand,
    model,
  });
}

async function typeNewCar(page: Page): Promise<void> {
  await press(page, 'Create a new car');
  await page.getByLabel('Licence plate').fill(plate);
  await page.getByLabel('VIN', { exact: true }).fill(vin);
  await page.getByRole('combobox', { name: 'Brand' }).fill(brand);
  await page.getByLabel('Model').fill(model);
}

test('a car that the office has created since is not created twice: the operator is asked first, and the car is offered @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await typeNewCar(page);
  createInOffice(operator);
  await press(page, 'Create this car');
  await expect(page.getByRole('alert')).toContainText(`The operator has this car already: ${plate}.`);
  const offered = page.getByRole('button', { name: `Take that car: ${plate}` });
  await expect(offered).toBeVisible();
  await photograph(page, 'existing-car-1-offered');
  await offered.click();
  await expect(keyStep(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Car', exact: true })).toContainText(plate);
  await photograph(page, 'existing-car-2-taken');
  expect(countedWrites(operator)).toEqual({});
  expect(heldAbout(operator, plate).cars).toBe(1);
});

test('a car that the office has created since is found by a search that knows nothing of it yet @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  createInOffice(operator);
  await page.getByRole('button', { name: /New installation/ }).click();
  await page.getByLabel('Plate, VIN, name or brand').fill(plate);
  await expect(page.getByRole('option', { name: new RegExp(plate) })).toBeVisible();
  await photograph(page, 'existing-car-3-found');
  await press(page, 'Take this car');
  await expect(keyStep(page)).toBeVisible();
  expect(countedWrites(operator)).toEqual({});
});
