import { expect, type Page } from '@playwright/test';
import { TEST_CODE } from '../../../renderer/scanning/setup/scanner-test.ts';
import { barcodeVideo } from '../../e2e/fixture/barcode-video.ts';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { scan, scanKeys } from '../../e2e/fixture/scanner.ts';
import { openJob, stageJob } from '../../e2e/fixture/stage.ts';
import { notable } from '../../operator/seed/notable.ts';
import type { Place, Scene } from '../scene.ts';

const VIN = 'W1V44770513872041';
const said = (page: Page) => page.getByRole('status', { name: 'Scanned' });
const camera = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' }).last().click();

const step = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click();

const notices: readonly Place[] = [
  {
    name: 'scanned-car',
    at: 'home',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'home' });
      await scan(page, VIN);
      await expect(said(page)).toContainText('This car is in your fleet.');
    },
  },
  {
    name: 'scanned-box-in-a-car',
    at: 'home',
    go: async ({ page }) => {
      await scan(page, notable.boxes.installed);
      await expect(said(page)).toContainText('This Box is in');
    },
  },
  {
    name: 'scanned-unknown',
    at: 'home',
    go: async ({ page }) => {
      await scan(page, 'XX99887766');
      await expect(said(page)).toContainText('No car and no Box');
    },
  },
  {
    name: 'scanned-vin-at-the-box',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await openJob(page, await stageJob(page, { car: 20_003, group: 'Delivery vans north' }));
      await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
      await scan(page, VIN);
      await expect(said(page)).toContainText('not the serial of the Box');
    },
  },
];

const cameraPlaces: readonly Place[] = [
  {
    name: 'camera-photo',
    at: 'job/installation/fitting',
    go: async ({ page }) => {
      await press(page, 'Close');
      await openJob(page, await stageJob(page, { car: 20_002, serial: notable.boxes.free[1] }));
      await step(page, 'Fitting');
      await page.getByRole('button', { name: 'Take a photo' }).first().click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Keep this picture' })).toBeEnabled();
    },
  },
  {
    name: 'camera',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await openJob(page, await stageJob(page, { car: 20_001, group: 'Delivery vans north' }));
      await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
      await camera(page);
      await expect(page.getByText('Hold the code into the frame.')).toBeVisible();
    },
  },
  {
    name: 'camera-refused',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.evaluate(() => {
        navigator.mediaDevices.getUserMedia = async () => {
          throw new DOMException('no', 'NotAllowedError');
        };
      });
      await camera(page);
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
];

const setUp: readonly Place[] = [
  {
    name: 'scanner-test',
    at: 'settings',
    go: async ({ page }) => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Boxwright, Home' }).click();
      await page.getByRole('link', { name: 'Settings' }).click();
      await press(page, 'Try the scanner');
      await expect(page.getByText('Waiting for the scan.')).toBeVisible();
    },
  },
  {
    name: 'scanner-test-mixed-up',
    at: 'settings',
    go: async ({ page }) => {
      await scanKeys(page, mixedUp, 'none');
      await expect(page.getByRole('button', { name: 'Use these settings' })).toBeVisible();
    },
  },
  {
    name: 'scanner-test-right',
    at: 'settings',
    go: async ({ page }) => {
      await scan(page, TEST_CODE);
      await expect(page.getByText('The code arrives as it is printed.')).toBeVisible();
    },
  },
];

/** The scanner's test as a German laptop hears it from an English scanner. */
const mixedUp = Array.from(TEST_CODE).map((letter) => ({
  key: { Y: 'Z', Z: 'Y', '-': 'ß' }[letter] ?? letter,
  code: letter === '-' ? 'Minus' : /\d/.test(letter) ? `Digit${letter}` : `Key${letter}`,
  shift: /[A-Z]/.test(letter),
}));

const filesOver: Place = {
  name: 'files-over-photos',
  at: 'job/installation/fitting',
  go: async ({ page }) => {
    await page.keyboard.press('Escape');
    await openJob(page, await stageJob(page, { car: 20_004, serial: notable.boxes.free[2] }));
    await step(page, 'Fitting');
    await expect(page.getByRole('button', { name: 'Take a photo' }).first()).toBeVisible();
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([], 'photo.png'));
      document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, dataTransfer }));
    });
    await expect(page.getByText('Release to use the file here')).toBeVisible();
    await page.getByRole('button', { name: 'Take a photo' }).first().scrollIntoViewIfNeeded();
  },
};

/** A scanned code, the camera, the scanner test. */
export const scanningScene: Scene = {
  name: 'scanning',
  isLong: true,
  open: async ({ app, workshop }) => {
    const video = await barcodeVideo(app.dataDir, 'qrcode', ' ');
    return (await workshop.open({ BOXWRIGHT_HOST_CAMERA: video })).page;
  },
  places: [...notices, ...cameraPlaces, ...setUp, filesOver],
  data: [TEST_CODE, 'XX99887766'],
};
