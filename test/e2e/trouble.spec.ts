import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import type { RunningOperator } from '../operator/start.ts';
import { connectByHand, connectValues, press } from './fixture/connect.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites, heldAbout } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* A Box in another car, a failed access, a lost answer, a refused login. */

const NEXT_BOX = notable.boxes.free[1];

test('a Box that is in another car is named with its car, and another one can be taken @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'before' });
  await type(page, notable.boxes.installed);
  const checks = section(page, 'Before it is screwed in');
  await expect(checks).toContainText(`This Box is in ${notable.plates.inAnotherCar}.`);
  await press(page, 'Scan another Box');
  await expect(page.getByLabel('Serial number')).toBeFocused();

  // Free when it was looked up, taken by a colleague while it is being sent.
  operator.faults.add({ method: 'PUT', path: '/installations', effect: { kind: 'hold' } });
  await fit(page, KNOWN_CAR.serial);
  await expect.poll(() => asked(operator, 'PUT /installations')).toBe(1);
  placeElsewhere(operator, KNOWN_CAR.serial);
  operator.faults.clear();
  const trouble = page.getByRole('alert');
  await expect(trouble).toContainText(`in another car: ${notable.plates.alsoWithoutBox[0]}`);
  await inExactWords(page, /already installed/i);

  // The person is at the car by then: the page there says it too.
  await press(page, 'Go to the Box');
  await press(page, 'Scan another Box');
  await fit(page, NEXT_BOX);
  await drive(page, { ...KNOWN_CAR, serial: NEXT_BOX }, { from: 'fitting' });
  expect(heldAbout(operator, notable.plates.withoutBox).boxes).toEqual([NEXT_BOX]);
  expect(asked(operator, 'PUT /installations')).toBe(2);
  expect(operator.violations.all).toEqual([]);
});

test("a failed test access is shown in the operator's own words, and a new try works @long", async ({
  workshop,
}) => {
  const { operator } = workshop;
  const reason = 'The Box did not answer within 30 seconds.';
  operator.results.add({ kind: 'created', failWith: reason });
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'group' });
  await page.getByRole('combobox', { name: 'Search a user' }).fill(KNOWN_CAR.testUser);
  await page.getByRole('option', { name: KNOWN_CAR.testUser }).click();
  await press(page, 'Start test access');
  await expect(page.getByRole('alert')).toContainText('could not give it');
  await inExactWords(page, reason);
  await press(page, 'Test again');
  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
  await drive(page, KNOWN_CAR, { from: 'opened-and-closed' });
  expect(heldAbout(operator, notable.plates.withoutBox).testAccesses).toBe(0);
  expect(operator.violations.all).toEqual([]);
});

test('an installation whose answer is lost is confirmed by query and done once', async ({ workshop }) => {
  const { operator } = workshop;
  operator.faults.add({
    method: 'PUT',
    path: '/installations',
    effect: { kind: 'drop', when: 'after', reset: true },
  });
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR);
  const box = page.getByRole('row').filter({ hasText: KNOWN_CAR.serial });
  await expect(box).toContainText('Confirmed by query');
  expect(asked(operator, 'PUT /installations')).toBe(1);
  expect(countedWrites(operator)['PUT /installations']).toBe(1);
});

test('a refused login pauses sending, loses nothing, and is corrected by connecting again @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'before' });
  operator.settings.password = 'changed at the operator';
  operator.revokeTokens();
  await fit(page, KNOWN_CAR.serial);
  const bar = page.getByRole('contentinfo');
  const paused = bar.getByRole('button', { name: /^Sending is paused since/ });
  await expect(paused).toBeVisible();
  await page.getByRole('button', { name: 'Leave, keep all' }).click();
  await page.getByRole('link', { name: /Queue/ }).click();
  await expect(page.getByRole('option').filter({ hasText: 'Install Box' })).toContainText('Ready to send');
  expect(countedWrites(operator)).toEqual({});

  await paused.click();
  await expect(page.getByText('Check API key, user name and password').first()).toBeVisible();
  await press(page, 'Open connection settings');
  await connectByHand(page, connectValues(workshop));
  await press(page, 'Go on to Home');
  await expect.poll(() => countedWrites(operator)).toEqual({ 'PUT /installations': 1 });
  await expect(bar).toContainText('Online');
  expect(operator.violations.all).toEqual([]);
});

/** The serial as it is typed: looked up as soon as that rests. */
async function type(page: Page, serial: string): Promise<void> {
  await page.getByLabel('Serial number').fill(serial);
}

async function fit(page: Page, serial: string): Promise<void> {
  await type(page, serial);
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await press(page, 'Fit this Box');
}

/** The operator's own words: at most one click away from the sentence. */
async function inExactWords(page: Page, words: string | RegExp): Promise<void> {
  const alert = page.getByRole('alert');
  const exact = alert.getByText(words);
  await expect(exact).toBeAttached();
  if (!(await exact.isVisible())) await alert.getByRole('button', { name: 'The exact words' }).click();
  await expect(exact).toBeVisible();
}

/** Requests of this kind that arrived, whether or not they took effect. */
const asked = ({ journal }: RunningOperator, operation: string) => journal.matching({ operation }).length;

/** Puts the Box into the other car behind the app's back. */
function placeElsewhere({ state }: RunningOperator, serial: string): void {
  const other = [...state.cars.values()].find(
    ({ licensePlate }) => licensePlate === notable.plates.alsoWithoutBox[0],
  );
  const box = [...state.products.values()].find(({ serialNumber }) => serialNumber === serial);
  if (other === undefined || box === undefined) throw new Error('the seeded fleet lacks the car or the Box');
  box.carId = other.id;
}
