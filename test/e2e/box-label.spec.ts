import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { barcodeVideo } from './fixture/barcode-video.ts';
import { press } from './fixture/connect.ts';
import { addLabel } from './fixture/label-photo.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, SOON_CERTAIN, test } from './fixture/workshop.ts';

/* The label against the serial: a wrong digit is named. */

const SERIAL = notable.boxes.free[0];
/** One digit away from it, and no Box itself. */
const SLIP = '001284021';

test('a wrong digit is named, the label that says another number refuses the Box, and survives a kill; photographed again it agrees @long', async ({
  app,
  workshop,
}) => {
  const camera = await barcodeVideo(app.dataDir, 'code128', SERIAL);
  const open = () => workshop.open({ ...SOON_CERTAIN, BOXWRIGHT_HOST_CAMERA: camera });
  const first = await open();
  const job = await stageJob(first.page, { car: 20002, group: notable.emptyGroup });
  await openJob(first.page, job);
  await serialOf(first.page).fill(SLIP);
  await expect(first.page.getByText('Digit 5: 3 instead of 8.')).toBeVisible();
  await expect(serialOf(first.page)).toHaveValue(SLIP);
  await press(first.page, `Take ${SERIAL}`);
  await expect(serialOf(first.page)).toHaveValue(SERIAL);
  await expect(first.page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();

  await addLabel(first.page, SLIP);
  await expect(first.page.getByText('Digit 5: 8 on the label, 3 scanned or typed.')).toBeVisible();
  await expect(first.page.getByRole('button', { name: 'Fit it all the same' })).toBeDisabled();
  await photograph(first.page, 'label-differs');
  await first.kill();

  const { page } = await open();
  await openJob(page, job);
  await expect(page.getByText('Digit 5: 8 on the label, 3 scanned or typed.')).toBeVisible();
  expect(countedWrites(workshop.operator)['PUT /installations']).toBeUndefined();
  await press(page, 'Photograph it again');
  await press(page, 'Keep this picture');
  await expect(page.getByText('agrees')).toHaveCount(2);
  // The next Enter is about the Box again.
  await expect(serialOf(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confirmed by the operator: this Box is in this car.')).toBeVisible();
  await press(page, 'Enlarge the photo of the label');
  await expect(page.getByRole('img', { name: 'Photo of the label' })).toBeVisible();
  await photograph(page, 'label-fitted');
  expect(countedWrites(workshop.operator)['PUT /installations']).toBe(1);
});

const serialOf = (page: Page) => page.getByLabel('Serial number');
