import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { connectAgain } from './fixture/connection.ts';
import { countedWrites, heldAbout } from './fixture/operator-record.ts';
import { atHome, section } from './fixture/drive.ts';
import {
  act,
  checksDone,
  decide,
  exchange,
  furnish,
  LEAVING,
  takeFound,
  upToLosses,
} from './fixture/leaving.ts';
import { expect, SOON_CERTAIN, test, type Workshop } from './fixture/workshop.ts';

/* Removal and swap offline and over a kill: each once. */

const { plate: PLATE } = LEAVING;
const OTHER_PLATE = 'B AL 210';
const NEW_BOX = notable.boxes.free[0];

const usersOf = ({ operator }: Workshop, car: number) =>
  [...operator.state.assignments.values()]
    .filter(({ carId }) => carId === car)
    .map(({ userId, start }) => `${userId} ${Date.parse(start)}`)
    .sort();

/** The same without a connection: nothing can be asked, and the screen says so. */
async function upToLossesUnasked(page: Page, kind: RegExp, plate: string): Promise<void> {
  await act(page, kind);
  await takeFound(page, plate);
  // Read a moment ago, with the fleet.
  await expect(page.getByText('The operator says: in this car')).toBeVisible();
  await act(page, /^This Box leaves/);
  await expect(page.getByText('and no list is known here. Every access to this car will go.')).toBeVisible();
  await act(page, /^Continue/);
}

/** While a result is awaited the job has a link in the waiting strip beside the one of its card. */
const linkToJob = (page: Page, plate: string) => page.getByRole('link', { name: new RegExp(plate) }).first();

test('a Box is removed by a deliberate act, and every access that goes is seen gone @long', async ({
  workshop,
}) => {
  const car = furnish(workshop);
  const { page } = await workshop.open();
  await atHome(page);
  await upToLosses(page, /^Remove a Box/);
  await expect(page.getByText('2 accesses to this car end. 1 that is over already goes')).toBeVisible();
  await decide(page, 'Remove the Box');
  await expect(page.getByText('every access that went with it is gone')).toBeVisible();
  await expect(page.getByText('An access is gone with the Box')).toHaveCount(1);
  await expect(section(page, 'This job')).toContainText('An access is gone with the Box3 times');
  await act(page, /^Continue/);
  await checksDone(page, 'removal');
  // The numbers of the question, again.
  await expect(page.getByRole('row', { name: 'Accesses removed' })).toContainText(
    '2 of 2, and of those over before: 1 of 1',
  );
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await expect(section(page, 'Done today').getByRole('article')).toContainText('Removal');
  expect(usersOf(workshop, car)).toEqual([]);
  expect(heldAbout(workshop.operator, PLATE).boxes).toEqual([]);
  expect(countedWrites(workshop.operator)).toEqual({ 'DELETE /installations': 1 });
});

test('a Box is swapped; killed in between, the chosen access is recreated exactly once', async ({
  workshop,
}) => {
  const car = furnish(workshop);
  const [, chosen] = usersOf(workshop, car).filter((line) => Number(line.split(' ')[1]) > Date.now());
  if (chosen === undefined) throw new Error('nothing to choose');
  const first = await workshop.open(SOON_CERTAIN);
  await atHome(first.page);
  await upToLosses(first.page, /^Swap a Box/);
  await exchange(first.page, NEW_BOX);
  await first.kill();

  const { page } = await workshop.open(SOON_CERTAIN);
  await section(page, 'In progress').getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Which accesses again?' })).toBeVisible();
  await expect.poll(() => heldAbout(workshop.operator, PLATE).boxes).toEqual([NEW_BOX]);
  await expect(page.getByText('Period is over')).toBeVisible();
  const [user] = chosen.split(' ');
  const name = workshop.operator.state.users.get(Number(user));
  await page
    .getByRole('checkbox', { name: new RegExp(name?.userData.firstName ?? '') })
    .first()
    .check();
  await act(page, /^Make 1 access again/);
  await expect(page.getByText('by its result')).toBeVisible();
  await expect(page.getByText('Access made again, confirmed')).toBeVisible();
  await act(page, /^Continue/);
  await checksDone(page, 'swap');
  await expect(page.getByRole('heading', { level: 1, name: 'Try it for real' })).toBeVisible();
  expect(usersOf(workshop, car)).toHaveLength(1);
  expect(countedWrites(workshop.operator)).toEqual({
    'DELETE /installations': 1,
    'PUT /installations': 1,
    'PUT /assignments': 1,
  });
  expect(workshop.operator.violations.all).toEqual([]);
});

test('a removal and a swap decided without a connection, the app killed: later each takes effect exactly once @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const other = [...operator.state.products.values()].find(
    ({ type, carId }) => type === 'Box' && operator.state.cars.get(carId ?? 0)?.licensePlate === OTHER_PLATE,
  );
  if (other === undefined) throw new Error('the seed has no Box in the other car');
  const cars = { removal: furnish(workshop, OTHER_PLATE), swap: furnish(workshop) };
  const first = await workshop.open();
  await atHome(first.page);
  await operator.stop();
  await upToLossesUnasked(first.page, /^Remove a Box/, OTHER_PLATE);
  await decide(first.page, 'Remove the Box', { plate: OTHER_PLATE, box: other.serialNumber });
  await expect(first.page.getByRole('heading', { level: 1, name: 'The removal' })).toBeVisible();
  await act(first.page, 'Leave, keep all');
  await atHome(first.page);
  await upToLossesUnasked(first.page, /^Swap a Box/, PLATE);
  await exchange(first.page, NEW_BOX);
  await first.kill();
  expect(countedWrites(operator)).toEqual({});

  const { page } = await workshop.open();
  await atHome(page);
  await connectAgain(page, operator);
  await expect.poll(() => heldAbout(operator, PLATE).boxes).toEqual([NEW_BOX]);
  await expect.poll(() => heldAbout(operator, OTHER_PLATE).boxes).toEqual([]);
  await expect.poll(() => usersOf(workshop, cars.removal)).toEqual([]);

  await page.getByRole('link', { name: 'Home' }).click();
  await linkToJob(page, OTHER_PLATE).click();
  await page
    .getByRole('navigation', { name: 'Steps of this job' })
    .getByRole('button', { name: /Removal/ })
    .click();
  await expect(page.getByText('every access that went with it is gone')).toBeVisible();
  await expect(page.getByText('Found only when the removal was sent')).toHaveCount(3);
  await act(page, 'Leave, keep all');
  await linkToJob(page, PLATE).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Which accesses again?' })).toBeVisible();
  await page.getByRole('checkbox').first().check();
  await act(page, /^Make 1 access again/);
  await expect(page.getByText('by its result')).toBeVisible();
  expect(usersOf(workshop, cars.swap)).toHaveLength(1);
  expect(countedWrites(operator)).toEqual({
    'DELETE /installations': 2,
    'PUT /installations': 1,
    'PUT /assignments': 1,
  });
  expect(operator.violations.all).toEqual([]);
});
