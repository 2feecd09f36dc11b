import { notable } from '../operator/seed/notable.ts';
import { TEST_CODE } from '../../renderer/scanning/setup/layout-test.ts';
import { barcodeVideo } from './fixture/barcode-video.ts';
import { connectFields, connectValues, press, typeOperator } from './fixture/connect.ts';
import { atHome, drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { photograph } from './fixture/photograph.ts';
import { scan, scanKeys } from './fixture/scanner.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

test('Connect, from its first page to the reading of the fleet', async ({ app, workshop }) => {
  const { operator } = workshop;
  const { page } = await app.start();
  const right = connectValues(workshop);
  await expect(page.getByRole('heading', { level: 1, name: 'Connect' })).toBeVisible();
  await press(page, 'Test');
  await photograph(page, 'connect-1-empty');
  await typeOperator(page, { ...right, password: 'not the password' });
  await press(page, 'Test');
  await press(page, 'The exact words');
  await photograph(page, 'connect-2-refused');
  await connectFields(page).password.fill(right.password);
  await press(page, 'Test');
  await expect(page.getByText('2 customers visible')).toBeVisible();
  await photograph(page, 'connect-3-tested');
  await press(page, 'Next');
  await page.getByRole('radio', { name: 'Fleet North' }).click();
  await photograph(page, 'connect-4-customer');
  await press(page, 'Next');
  await connectFields(page).relayUrl.fill(right.relayUrl);
  await connectFields(page).relayToken.fill('not a token of this relay');
  await press(page, 'Test the relay');
  await expect(page.getByText("The relay does not accept this laptop's token")).toBeVisible();
  await photograph(page, 'connect-5-relay');
  await connectFields(page).relayToken.fill(right.relayToken);
  await press(page, 'Test the relay');
  await expect(page.getByText('Accepted as Bay 3, installer')).toBeVisible();
  operator.settings.latencyMs = 250;
  await press(page, 'Save and read the fleet');
  await expect(page.getByText(/^[1-9] of \d parts$/)).toBeVisible();
  await photograph(page, 'connect-6-reading');
  operator.settings.latencyMs = 0;
  await expect(page.getByText('The fleet is on this laptop')).toBeVisible({ timeout: 30_000 });
  await photograph(page, 'connect-7-read');
});

test('Home, Queue and Settings, empty and with work in every state', async ({ workshop }) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await expect(page.getByLabel('Name or bay')).toBeVisible();
  await photograph(page, 'home-1-empty');
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('link', { name: 'Queue' }).click();
  await photograph(page, 'queue-1-empty');
  await page.getByRole('link', { name: 'Home' }).click();

  await drive(page, KNOWN_CAR, { from: 'car' });
  await press(page, 'Finish');
  await atHome(page);
  operator.settings.resultsHeld = true;
  const test = { testUser: notable.testUserId, group: 'Delivery vans north' };
  await stageJob(page, { car: 20002, serial: notable.boxes.free[1], ...test });
  await stageJob(page, { car: 20003, serial: notable.boxes.withoutService, ...test });
  await stageJob(page, { car: 20004 });
  await expect(section(page, 'Needs you')).toContainText('K HO 77');
  await expect(section(page, 'Waiting for the result')).toContainText('Waiting 0');
  await photograph(page, 'home-2-jobs');
  operator.faults.add({ method: 'PUT', path: '/cars', effect: { kind: 'hang', when: 'before' } });
  await stageJob(page, { car: newCar('B OX 551'), serial: notable.boxes.free[2] });
  await page.getByRole('link', { name: 'Queue' }).click();
  await expect(page.getByText('Sending', { exact: true }).first()).toBeVisible();
  await photograph(page, 'queue-2-states');
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Ended', { exact: true }).click();
  await expect(page.getByText('Confirmed by the operator').first()).toBeVisible();
  await photograph(page, 'queue-3-all');
  await operator.stop();
  await stageJob(page, { car: newCar('B OX 552'), serial: notable.boxes.free[3], ...test });
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(section(page, 'Waiting for connection')).toContainText('B OX 552');
  await photograph(page, 'home-3-offline');
  await page.getByRole('link', { name: 'Settings' }).click();
  await photograph(page, 'settings-1-look');
  await page.getByRole('button', { name: 'Change connection' }).scrollIntoViewIfNeeded();
  await photograph(page, 'settings-2-connection');
});

test('every step of an installation', async ({ workshop }) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: /New installation/ }).click();
  await photograph(page, 'flow-1-car');
  await page.getByLabel('Plate, VIN, name or brand').fill('m bx');
  await expect(page.getByRole('option').first()).toBeVisible();
  await photograph(page, 'flow-1-car-found');
  await page.getByLabel('Plate, VIN, name or brand').fill('m bx 1077');
  await press(page, 'Create a new car');
  await page.getByLabel('VIN', { exact: true }).fill('W1V44770513872041');
  await expect(page.getByText('A car with this VIN is already there')).toBeVisible();
  await photograph(page, 'flow-1-car-new');
  await page
    .getByRole('button', { name: /^Take that car/ })
    .first()
    .click();
  await expect(page.getByRole('radio', { name: KNOWN_CAR.key })).toBeAttached();
  await photograph(page, 'flow-2-key');
  await page.getByRole('radio', { name: KNOWN_CAR.key }).check({ force: true });
  await photograph(page, 'flow-2-key-chosen');
  await press(page, 'Leave this step out');
  await photograph(page, 'flow-2-key-leave-out');
  await press(page, 'Keep the step');
  await press(page, 'Use this key');
  await press(page, 'Checklist done');
  await page.getByRole('textbox', { name: /voltage/i }).fill('9.8');
  await photograph(page, 'flow-3-fitting');
  await page.getByRole('textbox', { name: /voltage/i }).fill('12.6');
  await drive(page, KNOWN_CAR, { from: 'fitting', to: 'fitting' });
  await photograph(page, 'flow-4-box');
  const serial = page.getByLabel('Serial number');
  await serial.fill(notable.boxes.installed);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Already in another car')).toBeVisible();
  await photograph(page, 'flow-4-box-refused');
  await serial.fill('0012 34021');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await photograph(page, 'flow-4-box-checked');
  operator.faults.add({ method: 'PUT', path: '/installations', effect: { kind: 'status', status: 400 } });
  await press(page, 'Fit this Box');
  await expect(page.getByRole('alert')).toBeVisible();
  await photograph(page, 'flow-4-box-blocked');
  await press(page, 'Send again');
  await expect(page.getByText('Confirmed by the operator: this Box is in this car.')).toBeVisible();
  await photograph(page, 'flow-4-box-confirmed');
  await press(page, 'Continue');
  await photograph(page, 'flow-5-group');
  await drive(page, KNOWN_CAR, { from: 'group', to: 'group' });
  await photograph(page, 'flow-6-verify-user');
  await page.getByRole('combobox', { name: 'Search a user' }).fill(KNOWN_CAR.testUser);
  await page.getByRole('option', { name: KNOWN_CAR.testUser }).click();
  await photograph(page, 'flow-6-verify-start');
  operator.results.add({ kind: 'created', failWith: 'The Box did not answer within 30 seconds.' });
  await press(page, 'Start test access');
  await expect(page.getByRole('alert')).toBeVisible();
  await photograph(page, 'flow-6-verify-failed');
  operator.settings.resultsHeld = true;
  await press(page, 'Start a new test access');
  await expect(page.getByText('Accepted by the operator, not yet confirmed')).toBeVisible();
  await photograph(page, 'flow-6-verify-waiting');
  operator.settings.resultsHeld = false;
  await operator.webhooks.release('in-order');
  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible({ timeout: 30_000 });
  await press(page, 'No, it did not open');
  await photograph(page, 'flow-6-verify-trying');
  await drive(page, KNOWN_CAR, { from: 'opened-and-closed', to: 'test-access-removed' });
  await photograph(page, 'flow-6-verify-removed');
  await press(page, 'Continue');
  await press(page, 'Save report');
  await expect(page.getByText('Report saved')).toBeVisible({ timeout: 30_000 });
  await photograph(page, 'flow-7-finish');
});

test('texts as long as people write them', async ({ workshop }) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  const name =
    'Sprinter 316 CDI Kühlkoffer der Niederlassung Donaudampfschifffahrtsgesellschaft, Stellplatz 114, Ersatzfahrzeug für Wagen 7';
  const group =
    'Kühlfahrzeuge der Niederlassung Süd-Südost einschließlich aller Ersatzfahrzeuge und Anhänger, Tour 12 a';
  const id = await stageJob(page, {
    car: { name: name.slice(0, 120), licensePlate: '', vin: '', brand: '', model: '' },
    serial: notable.boxes.free[0],
    group: group.slice(0, 100),
    testUser: notable.testUserId,
  });
  await expect(page.getByRole('article')).toContainText('Sprinter');
  await photograph(page, 'long-1-home');
  await openJob(page, id);
  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible({ timeout: 30_000 });
  await photograph(page, 'long-2-verify');
  for (const step of ['Car', 'Box', 'Group', 'Finish']) {
    const rail = page.getByRole('navigation', { name: 'Steps of this job' });
    await rail.getByRole('button', { name: new RegExp(`${step} `) }).click();
    await photograph(page, `long-3-${step.toLowerCase()}`);
  }
  await press(page, 'Leave, keep all');
  await page.getByRole('link', { name: 'Queue' }).click();
  await page.getByRole('radiogroup', { name: 'Show' }).getByText('Ended', { exact: true }).click();
  await photograph(page, 'long-4-queue');
});

const newCar = (licensePlate: string) => ({
  name: '',
  licensePlate,
  vin: '',
  brand: 'Ford',
  model: 'Transit',
});

test('Scanning: what was found, the test of the scanner, the camera', async ({ app, workshop }) => {
  const camera = await barcodeVideo(app.dataDir, 'qrcode', ' ');
  const { page } = await workshop.open({ BOXWRIGHT_HOST_CAMERA: camera });
  await drive(page, KNOWN_CAR, { to: 'home' });
  const said = page.getByRole('status', { name: 'Scanned' });
  await scan(page, 'W1V44770513872041');
  await expect(said).toContainText('This car is in your fleet.');
  await photograph(page, 'scanning-1-car-found');
  await scan(page, notable.boxes.installed);
  await expect(said).toContainText('This Box is in');
  await photograph(page, 'scanning-2-box-in-a-car');
  await openJob(page, await stageJob(page, { car: 20003, group: 'Delivery vans north' }));
  await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
  await scan(page, 'W1V44770513872041');
  await expect(said).toContainText('not the serial of the Box');
  await photograph(page, 'scanning-3-vin-at-the-box');
  await press(page, 'Close');
  await page.getByRole('button', { name: 'Scan with the camera' }).last().click();
  await expect(page.getByText('Hold the code into the frame.')).toBeVisible();
  await photograph(page, 'scanning-4-camera');
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('no', 'NotAllowedError');
    };
  });
  await page.getByRole('button', { name: 'Scan with the camera' }).last().click();
  await expect(page.getByRole('alert')).toBeVisible();
  await photograph(page, 'scanning-5-camera-refused');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Boxwright, Home' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await press(page, 'Fine tuning');
  await page.getByText('Shortest code').scrollIntoViewIfNeeded();
  await photograph(page, 'scanning-6-settings');
  await press(page, 'Try the scanner');
  await expect(page.getByText('Waiting for the scan.')).toBeVisible();
  await photograph(page, 'scanning-7-test');
  await scanKeys(page, mixedUp, 'none');
  await expect(page.getByRole('button', { name: 'Use these settings' })).toBeVisible();
  await photograph(page, 'scanning-8-test-mixed-up');
  await scan(page, TEST_CODE);
  await expect(page.getByText('The code arrives as it is printed.')).toBeVisible();
  await photograph(page, 'scanning-9-test-right');
});

/** The scanner's test as a German laptop hears it from an English scanner. */
const mixedUp = Array.from(TEST_CODE).map((letter) => ({
  key: { Y: 'Z', Z: 'Y', '-': 'ß' }[letter] ?? letter,
  code: letter === '-' ? 'Minus' : /\d/.test(letter) ? `Digit${letter}` : `Key${letter}`,
  shift: /[A-Z]/.test(letter),
}));
