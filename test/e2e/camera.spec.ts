import type { Page } from '@playwright/test';
import type { JobId } from '../../shared/ids.ts';
import { notable } from '../operator/seed/notable.ts';
import { barcodeVideo, type Symbology } from './fixture/barcode-video.ts';
import { press } from './fixture/connect.ts';
import { drive, KNOWN_CAR } from './fixture/drive.ts';
import { fallAsleep, lockPage, switchLockOn, typePin } from './fixture/lock.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* Codes from a video fill the right field; no camera. */

const SERIAL = notable.boxes.free[2];
const LABEL = notable.uniqueIdOfFirstFreeBox;

const onBoxes: readonly (readonly [Symbology, string, string])[] = [
  ['code128', SERIAL, SERIAL],
  ['qrcode', `(01)04260000000127(21)${SERIAL}`, SERIAL],
  ['datamatrix', LABEL, LABEL],
];
for (const [symbology, printed, serial] of onBoxes) {
  test(`a ${symbology} before the camera fills the serial of the Box step, and fits nothing by itself @long`, async ({
    app,
    workshop,
  }) => {
    const camera = await barcodeVideo(app.dataDir, symbology, printed);
    const { page } = await workshop.open({ BOXWRIGHT_HOST_CAMERA: camera });
    await openBoxStep(page);
    const began = performance.now();
    await cameraOf(page).click();
    await expect(page.getByLabel('Serial number')).toHaveValue(serial);
    console.log(`${symbology}: in the field ${Math.round(performance.now() - began)} ms after the tap`);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
    expect(countedWrites(workshop.operator)['PUT /installations']).toBeUndefined();
  });
}

test('a VIN as a Code 39 with the industry’s I before it, held before the camera at the car step, takes the car', async ({
  app,
  workshop,
}) => {
  const vin = 'W1V44770513872041';
  const camera = await barcodeVideo(app.dataDir, 'code39', `I${vin}`);
  const { page } = await workshop.open({ BOXWRIGHT_HOST_CAMERA: camera });
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await expect(page.getByLabel('Plate, VIN, name or brand')).toBeFocused();
  await cameraOf(page).click();
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText(notable.plates.withoutBox);
});

test('a photo of the checklist is taken with the camera, kept, and there again after a crash @long', async ({
  app,
  workshop,
}) => {
  const camera = await barcodeVideo(app.dataDir, 'code128', SERIAL);
  const open = () => workshop.open({ BOXWRIGHT_HOST_CAMERA: camera });
  const first = await open();
  const job = await stageJob(first.page, { car: 20002, serial: notable.boxes.free[0] });
  await openFitting(first.page, job);
  await placePhotos(first.page).getByRole('button', { name: 'Take a photo' }).click();
  await photograph(first.page, 'camera-photo');
  await press(first.page, 'Keep this picture');
  await expect(first.page.getByRole('dialog')).toHaveCount(0);
  await expect(placePhotos(first.page).getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await photograph(first.page, 'camera-photo-kept');
  await first.kill();

  const { page } = await open();
  await openFitting(page, job);
  const kept = placePhotos(page).getByRole('img', { name: 'Photo 1' });
  await expect(kept).toBeVisible();
  expect(await kept.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(640);
});

test('without a camera one sentence says what to do, and the code can be typed @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await openBoxStep(page);
  for (const [name, says] of [
    ['NotFoundError', 'No camera was found. Connect one, or type the code below.'],
    ['NotReadableError', /^Another program is using the camera/],
    ['NotAllowedError', /^Boxwright is not allowed to use the camera\. Allow it in the privacy settings/],
  ] as const) {
    await page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = async () => {
        throw new DOMException('no', error);
      };
    }, name);
    await cameraOf(page).click();
    await expect(page.getByRole('alert')).toHaveText(says);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await cameraOf(page).click();
  await page.getByLabel('Or type the code').fill(SERIAL);
  await press(page, 'Use it');
  await expect(page.getByLabel('Serial number')).toHaveValue(SERIAL);
});

test('while the window is locked the camera is off, and main gives it to no script @long', async ({
  app,
  workshop,
}) => {
  const camera = await barcodeVideo(app.dataDir, 'code128', SERIAL);
  const laptop = await workshop.open({ BOXWRIGHT_HOST_CAMERA: camera });
  const { page } = laptop;
  await switchLockOn(page);
  const job = await stageJob(page, { car: 20002, serial: notable.boxes.free[0] });
  await openFitting(page, job);
  await placePhotos(page).getByRole('button', { name: 'Take a photo' }).click();
  const take = page.getByRole('button', { name: 'Keep this picture' });
  await expect(take).toBeEnabled();
  const picture = await page.locator('video').evaluateHandle((video) => {
    if (!(video instanceof HTMLVideoElement) || !(video.srcObject instanceof MediaStream))
      throw new Error('no picture');
    return video.srcObject;
  });
  const isRunning = () => picture.evaluate((stream) => stream.active);
  /** A script of the page asks for the camera, and gives it back. */
  const ask = () =>
    page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ video: true }).then(
        (stream) => {
          for (const track of stream.getTracks()) track.stop();
          return 'given';
        },
        (cause: unknown) => (cause instanceof Error ? cause.name : ''),
      ),
    );
  expect([await isRunning(), await ask()]).toEqual([true, 'given']);

  await fallAsleep(laptop);
  await expect.poll(isRunning).toBe(false);
  await expect.poll(ask).toBe('NotAllowedError');

  await typePin(page, '4711');
  await expect(lockPage(page)).toHaveCount(0);
  await expect(take).toBeEnabled();
  await expect.poll(ask).toBe('given');
});

const placePhotos = (page: Page) => page.locator('[data-item="photo-place"]');

async function openFitting(page: Page, job: JobId): Promise<void> {
  await openJob(page, job);
  await page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: /Fitting/ })
    .click();
  await placePhotos(page).scrollIntoViewIfNeeded();
}

/** The button beside the field, or the one at the top of the window. */
const cameraOf = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' }).last();

async function openBoxStep(page: Page): Promise<void> {
  await openJob(page, await stageJob(page, { car: 20002, group: notable.emptyGroup }));
  await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
}
