import { fillBefore } from '../demo/installation.ts';
import { notable } from '../operator/seed/notable.ts';
import { atHome, drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { closesFitting, goesThrough, opensAndCloses, remember } from './fixture/counted-job.ts';
import { countingHand } from './fixture/interactions.ts';
import { countedWrites, heldAbout, WRITES_OF_ONE_INSTALLATION } from './fixture/operator-record.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, SOON_CERTAIN, test } from './fixture/workshop.ts';

/* At most 16 acts for a car, 10 for the next of a series, over a crash. */

const VIN = 'W1V44770513872041';
const [SERIAL, OTHER_SERIAL] = notable.boxes.free;
/** Another van of the same make and model. */
const TWIN = { name: 'Workshop van 2', licensePlate: 'M BX 1078', vin: 'W1V44770513872042' } as const;
const [OTHER_PLATE] = notable.plates.alsoWithoutBox;

test('a known car takes at most 16 acts with its checklist, keyboard and scanner, the next van of a series at most 10 @long', async ({
  workshop,
}) => {
  const { cars } = workshop.operator.state;
  const [first] = [...cars.values()].filter(({ licensePlate }) => licensePlate === notable.plates.withoutBox);
  if (first === undefined) throw new Error('the fleet has a van without a Box');
  const twin = workshop.operator.state.nextId('cars');
  cars.set(twin, { ...first, ...TWIN, id: twin });
  const { page, kill } = await workshop.open(SOON_CERTAIN);
  await drive(page, KNOWN_CAR, { to: 'home' });
  await remember(page);
  const hand = countingHand(page);

  await hand.press('n');
  await expect(page.getByLabel('Plate, VIN, name or brand')).toBeFocused();
  await hand.scan(VIN);
  await hand.tap('radio', KNOWN_CAR.key);
  await hand.tap('button', 'Use this key');
  await goesThrough(page, hand, SERIAL);
  const single = hand.counted();
  expect(single.length, single.join(', ')).toBeLessThanOrEqual(16);
  await expect(section(page, 'Done today')).toContainText(notable.plates.withoutBox);
  expect(countedWrites(workshop.operator)).toEqual(WRITES_OF_ONE_INSTALLATION);

  // The finished job begins the series; what it chose is shown before it is taken over.
  await section(page, 'Done today').getByRole('link', { name: /Open/ }).click();
  await page.getByRole('button', { name: 'Next car like this one' }).click();
  const dialog = page.getByRole('dialog', { name: 'Begin a series' });
  await expect(dialog).toContainText('Smart key, 3 buttons');
  await dialog.getByLabel('How many cars?').fill('20');
  await dialog.getByRole('button', { name: 'Begin a series' }).click();

  const strip = page.getByRole('region', { name: 'Series' });
  await expect(strip).toContainText('Car 2 of 20');
  await expect(strip).toContainText('1 finished, 19 Boxes left');
  await kill();
  const again = (await workshop.open(SOON_CERTAIN)).page;
  await section(again, 'Series').getByRole('link', { name: 'Continue this car' }).click();
  await expect(again.getByLabel('Plate, VIN, name or brand')).toBeFocused();
  const other = countingHand(again);
  await other.scan(TWIN.vin);
  await expect(again.getByRole('heading', { level: 1, name: 'Before the Box goes in' })).toBeVisible();
  await other.tap('button', 'All as it should be: go on');
  await expect(again.getByLabel('Serial number')).toBeFocused();
  await other.scan(OTHER_SERIAL);
  await expect(again.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
  await expect(again.getByText('Fitting this Box also does')).toBeVisible();
  await photograph(again, 'series-box');
  await other.press('Enter');
  await expect(again.getByText('Closing these checks also asks for')).toBeVisible();
  // How such vans are fitted is carried over and marked; what attests this van is asked.
  await expect(again.getByText('As the last car')).toHaveCount(2);
  await photograph(again, 'series-fitting');
  await closesFitting(again, other);
  await opensAndCloses(again, other);
  await expect(again.getByRole('heading', { level: 1, name: 'Finish' })).toBeVisible();
  await other.tap('button', 'Finish and next car');
  await expect(again.getByRole('region', { name: 'Series' })).toContainText('Car 3 of 20');
  const inSeries = other.counted();
  expect(inSeries.length, inSeries.join(', ')).toBeLessThanOrEqual(10);
  await expect
    .poll(() => heldAbout(workshop.operator, TWIN.licensePlate))
    .toMatchObject({
      boxes: [OTHER_SERIAL],
      events: ['CarOpened', 'CarClosed'],
      testAccesses: 0,
    });

  const van = [...workshop.operator.state.cars.values()].find(
    ({ licensePlate }) => licensePlate === OTHER_PLATE,
  );
  if (van?.vin === undefined || van.vin === null) throw new Error('the other van has a VIN');
  await other.scan(van.vin);
  // A Caddy among Vitos: said, and nothing is blocked.
  await expect(
    again.getByText('This is a Volkswagen Caddy; the series is of Mercedes-Benz Vito.'),
  ).toBeVisible();
  await fillBefore(again);
  await other.scan(SERIAL);
  await expect(again.getByText(`This Box is in ${notable.plates.withoutBox}`)).toBeVisible();
  await again.getByRole('button', { name: 'Boxwright, Home' }).click();
  await atHome(again);
  await photograph(again, 'series-home');
  await section(again, 'Series').getByRole('button', { name: 'End the series' }).click();
  await expect(section(again, 'Series')).toHaveCount(0);
  expect(workshop.operator.violations.all).toEqual([]);
});
