import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { TEST_CODE } from '../../renderer/scanning/setup/scanner-test.ts';
import { connectByHand, connectValues, press } from './fixture/connect.ts';
import { dialog, findAndOpen, opened, openPart } from './fixture/directory.ts';
import { atHome, drive, KNOWN_CAR } from './fixture/drive.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { scan, scanKeys } from './fixture/scanner.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* USB scanner codes reach their field and press nothing; the scanner test. */

const VIN = 'W1V44770513872041';
const PLATE = notable.plates.withoutBox;
const [SERIAL, OTHER_SERIAL] = notable.boxes.free;
const said = (page: Page) => page.getByRole('status', { name: 'Scanned' });

test('on Home a VIN finds its car wherever the focus is, and begins its installation @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  // N begins an installation and Enter would press what has the focus: neither may happen to a scan.
  await page.getByRole('button', { name: /New installation/ }).focus();
  await scan(page, `N${VIN.slice(1)}`);
  await expect(said(page)).toContainText('No car on this laptop has this VIN.');
  await expect(page.getByRole('heading', { level: 1, name: 'Today, Bay 3' })).toBeVisible();

  await scan(page, VIN.toLowerCase());
  await expect(said(page)).toContainText('This car is in your fleet.');
  await expect(said(page)).toContainText(PLATE);
  await press(page, 'New installation for this car');
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();

  await page
    .getByRole('link', { name: 'Boxwright, Home' })
    .or(page.getByRole('button', { name: 'Boxwright, Home' }))
    .click();
  await atHome(page);
  await scan(page, VIN);
  await expect(said(page)).toContainText('The installation in this car is still under way.');
  await press(page, 'Continue the installation');
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect(said(page)).toBeEmpty();
});

test('on Home a Box in a car, a free Box and a plate are distinguished, and a new VIN begins a new car @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await scan(page, notable.boxes.installed, 'Tab');
  await expect(said(page)).toContainText(`This Box is in ${notable.plates.inAnotherCar}.`);
  await scan(page, PLATE);
  await expect(said(page)).toContainText('This car is in your fleet.');
  await scan(page, 'WF0EXXTTRE4A12345');
  await expect(said(page)).toContainText('No car on this laptop has this VIN.');
  await scan(page, SERIAL);
  await expect(said(page)).toContainText('This Box is in no car.');
  await press(page, 'New installation with this Box');
  await expect(page.getByLabel('Plate, VIN, name or brand')).toBeFocused();
  // The Box in hand is not scanned twice: its step begins with it.
  await scan(page, VIN);
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await drive(page, KNOWN_CAR, { from: 'keyfob', to: 'before' });
  await expect(page.getByLabel('Serial number')).toHaveValue(SERIAL);
});

test('an unknown VIN begins a new car with it @long', async ({ workshop }) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await scan(page, 'IWF0EXXTTRE4A12345');
  await press(page, 'New installation with this VIN');
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue('WF0EXXTTRE4A12345');
  await page.getByLabel('Licence plate').fill('M BX 2001');
  await page.getByLabel('Licence plate').focus();
  await scan(page, VIN);
  await expect(page.getByLabel('VIN', { exact: true })).toHaveValue(VIN);
  await expect(page.getByLabel('Licence plate')).toHaveValue('M BX 2001');
});

test('at the car step a VIN takes its car, and a serial right behind it waits for its own step @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await expect(page.getByLabel('Plate, VIN, name or brand')).toBeFocused();
  await Promise.all([scan(page, VIN), scan(page, SERIAL)]);
  await expect(page.getByRole('heading', { name: 'Which key does the car have?' })).toBeVisible();
  await expect(said(page)).toContainText('This serial is kept for the Box step.');
  // The checks before the Box come first: the serial waits behind them.
  await expect(said(page).getByRole('button', { name: 'Go to the Box step' })).toBeHidden();
  await drive(page, KNOWN_CAR, { from: 'keyfob', to: 'before' });
  await expect(page.getByLabel('Serial number')).toHaveValue(SERIAL);
  const rail = page.getByRole('navigation', { name: 'Steps of this job' });
  await rail.getByRole('button', { name: 'Key' }).click();
  await scan(page, SERIAL);
  await press(page, 'Go to the Box step');
  await expect(page.getByLabel('Serial number')).toHaveValue(SERIAL);
});

test('at the Box step serials fill the field, the last one counts, and no scan fits a Box', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await openBoxStep(page);
  const serial = page.getByLabel('Serial number');
  await serial.fill('half typed');
  await Promise.all([scan(page, SERIAL), scan(page, OTHER_SERIAL)]);
  await expect(serial).toHaveValue(OTHER_SERIAL);
  await expect(page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
  await scan(page, OTHER_SERIAL);
  await expect(serial).toHaveValue(OTHER_SERIAL);

  await scan(page, VIN);
  await expect(said(page)).toContainText('the VIN of another car, not the serial of the Box');
  await expect(serial).toHaveValue(OTHER_SERIAL);
  expect(countedWrites(workshop.operator)['PUT /installations']).toBeUndefined();

  // A person's keys still work.
  await page.keyboard.press('Enter');
  await expect(page.getByText('Confirmed by the operator: this Box is in this car.')).toBeVisible();
  await scan(page, OTHER_SERIAL);
  await expect(said(page)).toContainText('This is the Box of this installation.');
  await scan(page, SERIAL);
  await expect(said(page)).toContainText(`This installation already has the Box ${OTHER_SERIAL}.`);
  expect(countedWrites(workshop.operator)['PUT /installations']).toBe(1);
});

test('at the Box step a VIN of another car is offered for this installation @long', async ({ workshop }) => {
  const { page } = await workshop.open();
  await openJob(page, await stageJob(page, { car: 20003, atBox: true }));
  await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
  await scan(page, VIN);
  await press(page, 'Use it for this installation');
  await expect(page.getByRole('complementary')).toContainText(PLATE);
  await scan(page, VIN);
  await expect(said(page)).toContainText('This is the VIN of this car, not the serial of the Box.');
});

test('a scan while a dialog is open presses nothing and leaves no letters in it @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await openPart(page, 'Cars');
  await findAndOpen(page, PLATE, PLATE);
  await press(page, 'Edit');
  const model = dialog(page).getByLabel('Model');
  await model.fill('half typ');
  await scan(page, SERIAL);
  await expect(said(page)).toContainText('Close this window first, then scan again.');
  await expect(model).toHaveValue('half typ');
  await expect(dialog(page)).toBeVisible();
  expect(countedWrites(workshop.operator)).toEqual({});
});

test('in the Directory a search takes scans, and a dialog that asks for a VIN or a serial gets it @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await openPart(page, 'Cars');
  await page.getByRole('searchbox').fill('something');
  await scan(page, VIN);
  await expect(page.getByRole('searchbox')).toHaveValue(VIN);
  await page.getByRole('main').getByRole('link').filter({ hasText: PLATE }).click();
  await expect(opened(page, PLATE)).toBeVisible();
  await press(page, 'Edit');
  await dialog(page).getByLabel('Model').focus();
  await scan(page, 'WF0EXXTTRE4A12345');
  await expect(dialog(page).getByLabel('VIN', { exact: true })).toHaveValue('WF0EXXTTRE4A12345');
  await expect(dialog(page).getByLabel('Model')).toHaveValue('Vito');
});

test.describe('the scanner’s test', () => {
  /** The text of an English scanner on a German laptop: Y and Z change places, ß stands for the dash. */
  const asGerman = (text: string) =>
    Array.from(text).map((letter) => ({
      key: { Y: 'Z', Z: 'Y', '-': 'ß' }[letter] ?? letter,
      code: letter === '-' ? 'Minus' : /\d/.test(letter) ? `Digit${letter}` : `Key${letter}`,
      shift: /[A-Z]/.test(letter),
    }));

  test('a wrong keyboard layout is reported in one sentence, and its setting reads every code correctly @long', async ({
    workshop,
  }) => {
    const { page } = await workshop.open();
    await drive(page, KNOWN_CAR, { to: 'home' });
    await scanKeys(page, asGerman('C1-08-F0-94'));
    await expect(said(page)).toContainText('C1ß08ßF0ß94');

    await page.getByRole('link', { name: 'Settings' }).click();
    await press(page, 'Try the scanner');
    await expect(dialog(page).getByText('Waiting for the scan.')).toBeVisible();
    await scanKeys(page, asGerman(TEST_CODE), 'none');
    await expect(dialog(page)).toContainText(
      'The scanner types as a QWERTY (English) keyboard, but this laptop reads QWERTZ (German).',
    );
    await press(page, 'Use these settings');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Keyboard it imitates' })).toHaveValue(
      'QWERTY (English)',
    );
    await expect(page.getByRole('radio', { name: 'A pause' })).toBeChecked();

    await scanKeys(page, asGerman('C1-08-F0-94'), 'none');
    await expect(said(page)).toContainText('This Box is in no car.');
    await expect(said(page)).toContainText('C1-08-F0-94');
  });

  test('it is offered while the fleet is read for the first time @long', async ({ app, workshop }) => {
    const { page } = await app.start();
    await connectByHand(page, connectValues(workshop));
    await press(page, 'Try the scanner');
    await expect(dialog(page).getByRole('img', { name: 'Barcode of the test' })).toBeVisible();
    await expect(dialog(page).getByText('Waiting for the scan.')).toBeVisible();
    await scan(page, TEST_CODE);
    await expect(dialog(page)).toContainText('The code arrives as it is printed.');
    await scan(page, SERIAL);
    await expect(dialog(page)).toContainText('A different code arrived.');
    await expect(dialog(page)).toContainText(SERIAL);
  });
});

async function openBoxStep(page: Page): Promise<void> {
  await openJob(page, await stageJob(page, { car: 20002, group: notable.emptyGroup }));
  await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
}
