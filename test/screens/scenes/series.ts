import { expect, type Page } from '@playwright/test';
import { fillBefore, fillFitting } from '../../demo/installation.ts';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR, section } from '../../e2e/fixture/drive.ts';
import { scan } from '../../e2e/fixture/scanner.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Place, Scene, Stage } from '../scene.ts';

const [OTHER_PLATE] = notable.plates.alsoWithoutBox;
const [SERIAL, OTHER_SERIAL] = notable.boxes.free;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Begin a series' });
const begin = (page: Page) => dialog(page).getByRole('button', { name: 'Begin a series' }).click();

function vinOf({ workshop }: Stage, plate: string): string {
  const car = [...workshop.operator.state.cars.values()].find(({ licensePlate }) => licensePlate === plate);
  if (car?.vin === undefined || car.vin === null) throw new Error(`${plate} has a VIN`);
  return car.vin;
}

const firstCar: readonly Place[] = [
  {
    name: 'series-begin',
    at: 'home',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      await press(page, 'Begin a series');
      await expect(dialog(page)).toBeVisible();
    },
  },
  {
    name: 'series-first-car',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await begin(page);
      await expect(section(page, 'Series')).toContainText('Car 1');
    },
  },
  {
    name: 'series-home',
    at: 'home',
    go: async ({ page }) => {
      await page.getByRole('button', { name: 'Boxwright, Home' }).click();
      await expect(section(page, 'Series')).toContainText('Continue this car');
    },
  },
  {
    name: 'series-offered',
    at: 'job/installation/finish',
    go: async ({ page }) => {
      await section(page, 'Series').getByRole('button', { name: 'End the series' }).click();
      await expect(section(page, 'Series')).toHaveCount(0);
      await drive(page, KNOWN_CAR, { from: 'car' });
      await expect(page.getByText('More of these?')).toBeVisible();
    },
  },
  {
    name: 'series-begin-like',
    at: 'job/installation/finish',
    go: async ({ page }) => {
      await press(page, 'Next car like this one');
      await dialog(page).getByLabel('How many cars?').fill('20');
      await expect(dialog(page)).toContainText('Smart key, 3 buttons');
    },
  },
];

const nextCar: readonly Place[] = [
  {
    name: 'series-next-car',
    at: 'job/installation/car',
    go: async ({ page }) => {
      await begin(page);
      await expect(section(page, 'Series')).toContainText('Car 2 of 20');
    },
  },
  {
    name: 'series-other-make',
    at: 'job/installation/before',
    go: async (stage) => {
      await scan(stage.page, vinOf(stage, OTHER_PLATE));
      await expect(section(stage.page, 'Series').getByRole('alert')).toContainText('Volkswagen Caddy');
      await expect(
        stage.page.getByRole('heading', { level: 1, name: 'Before the Box goes in' }),
      ).toBeVisible();
    },
  },
  {
    name: 'series-same-box',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await fillBefore(page);
      await scan(page, SERIAL);
      await expect(page.getByText(`This Box is in ${notable.plates.withoutBox}`)).toBeVisible();
    },
  },
  {
    name: 'series-box',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await scan(page, OTHER_SERIAL);
      await expect(page.getByText('Fitting this Box also does')).toBeVisible();
      await expect(page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
    },
  },
  {
    name: 'series-fitting',
    at: 'job/installation/fitting',
    go: async ({ page }) => {
      await page.keyboard.press('Enter');
      await expect(page.getByText('Closing these checks also asks for')).toBeVisible();
    },
  },
  {
    name: 'series-verify',
    at: 'job/installation/verify',
    go: async ({ page }) => {
      await fillFitting(page);
      await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
    },
  },
];

/** Many cars of one kind: the beginning, the next car and what can be wrong with it. */
export const seriesScene: Scene = { name: 'series', isLong: true, places: [...firstCar, ...nextCar] };
