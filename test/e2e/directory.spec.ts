import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import type { RunningOperator } from '../operator/start.ts';
import { productsIn } from '../operator/state.ts';
import { press } from './fixture/connect.ts';
import {
  answerDialog,
  choose,
  dialog,
  expectConfirmed,
  expectRefused,
  findAndOpen,
  openPart,
  seedAccess,
  theOne,
} from './fixture/directory.ts';
import { section } from './fixture/drive.ts';
import { writesOf } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';
import { chooseInCalendar } from './fixture/calendar.ts';

/* Every write of the Directory, checked before sending and held by the operator. */

// Acts that are not an installer's.
test.use({ role: 'supervisor' });

const BAY_3 = 'Bay 3 Tester';
const DAY_MS = 86_400_000;

const carOf = ({ state }: RunningOperator, plate: string) =>
  theOne(state.cars, ({ licensePlate }) => licensePlate === plate);
const productOf = ({ state }: RunningOperator, serial: string) =>
  theOne(state.products, ({ serialNumber }) => serialNumber === serial);
const groupOf = ({ state }: RunningOperator, wanted: string) =>
  theOne(state.groups, ({ name, customerId }) => name === wanted && customerId === notable.customerId);
const fromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const field = (page: Page, label: string) => dialog(page).getByLabel(label, { exact: true });

test('a car is created, changed, grouped, fitted, opened on record and emptied again, and the operator holds it @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await openPart(page, 'Cars');

  await press(page, 'New car');
  await expectRefused(page, 'Create this car', 'Give a plate, a VIN or a name.');
  await field(page, 'Licence plate').fill('M BX 1077');
  await expect(dialog(page).getByText('A car with this plate is already there')).toBeVisible();
  await field(page, 'Licence plate').fill('M ÜX 2002');
  await field(page, 'VIN').fill('WF0EXXTTRE4A12345');
  await field(page, 'Brand').fill('Ford');
  await field(page, 'Name').fill('Transporter 7 "Süd" 100 %');
  expect(writesOf(operator)).toEqual([]);
  await answerDialog(page, 'Create this car');
  await expectConfirmed(page, 'Create car M ÜX 2002');
  const car = carOf(operator, 'M ÜX 2002');
  expect(car).toMatchObject({
    name: 'Transporter 7 "Süd" 100 %',
    vin: 'WF0EXXTTRE4A12345',
    brand: 'Ford',
  });

  await findAndOpen(page, 'müx2002', 'M ÜX 2002');
  await press(page, 'Edit');
  await expectRefused(page, 'Save changes', 'Nothing has been changed yet.');
  await field(page, 'Name').fill(' ');
  await expectRefused(page, 'Save changes', 'A car needs a name.');
  await field(page, 'Name').fill('Transporter 8');
  await field(page, 'VIN').fill('');
  await field(page, 'Model').fill('Transit');
  await answerDialog(page, 'Save changes');
  await expectConfirmed(page, 'Change car M ÜX 2002');
  expect(operator.state.cars.get(car.id)).toMatchObject({
    name: 'Transporter 8',
    licensePlate: 'M ÜX 2002',
    vin: null,
    brand: 'Ford',
    model: 'Transit',
  });
  await expect(section(page, 'Details')).toContainText('Transporter 8');

  await press(page, 'Add to a group');
  await expectRefused(page, 'Add to this group', 'Please choose a group.');
  await choose(page, 'Group', 'new arr', notable.emptyGroup);
  await answerDialog(page, 'Add to this group');
  await expectConfirmed(page, `Add M ÜX 2002 to group ${notable.emptyGroup}`);
  expect([...groupOf(operator, notable.emptyGroup).carIds]).toEqual([car.id]);

  const [serial] = notable.boxes.free;
  await press(page, 'Install a Box');
  await expectRefused(page, 'Install this Box', 'Please give the serial number.');
  await field(page, 'Serial number').fill('?!');
  await expectRefused(page, 'Install this Box', 'A serial has 3 to 40 letters and digits.');
  await field(page, 'Serial number').fill(serial);
  await answerDialog(page, 'Install this Box');
  await expectConfirmed(page, `Install Box ${serial} in M ÜX 2002`);
  expect(productsIn(operator.state, car.id).map(({ serialNumber }) => serialNumber)).toEqual([serial]);

  await press(page, 'Record an event');
  await expect(dialog(page)).toContainText('it cannot be deleted');
  await expectRefused(page, 'Record it', 'Please choose a user.');
  await dialog(page).getByText('Closed', { exact: true }).click();
  await choose(page, 'Who did it?', 'bay 3', BAY_3);
  await answerDialog(page, 'Record it');
  await expectConfirmed(page, 'Record that M ÜX 2002 was closed');
  const events = [...operator.state.events.values()].filter(({ carId }) => carId === car.id);
  expect(events).toMatchObject([{ type: 'CarClosed', userId: notable.testUserId }]);
  await expect(section(page, 'Events')).toContainText('Closed');

  const { customerId } = notable;
  seedAccess(operator, {
    customerId,
    carId: car.id,
    userId: notable.testUserId,
    start: fromNow(-1),
    end: null,
  });
  const remove = page.getByRole('button', { name: `Remove from the car: ${serial}` });
  await remove.click();
  await expect(dialog(page)).toContainText('This access to the car goes with it:');
  await expect(dialog(page).getByRole('listitem')).toContainText([BAY_3]);
  await answerDialog(page, 'Leave it in');
  expect(productOf(operator, serial).carId).toBe(car.id);
  await remove.click();
  await answerDialog(page, 'Remove it');
  await expectConfirmed(page, `Remove Box ${serial} from M ÜX 2002`);
  expect(productOf(operator, serial).carId).toBeNull();
  await expect.poll(() => accessesTo(operator, car.id)).toEqual([]);
  await expect(section(page, 'In this car')).toContainText('No Box');

  expect(writesOf(operator)).toEqual([
    'PUT /cars',
    'PATCH /cars/{carId}',
    'PUT /groups/{groupId}/cars',
    'PUT /installations',
    'PUT /events',
    'DELETE /installations',
  ]);
  expect(operator.violations.all).toEqual([]);
});

test('an access is given, changed and ended, and a user leaves the customer, only after what is at stake was named @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  const plate = notable.plates.withoutBox;
  const car = carOf(operator, plate);
  const user = theOne(operator.state.users, ({ userData }) => userData.firstName === 'Bay 7');
  // The seeded fleet may have given it some, running or over by today's date.
  for (const { id, userId } of operator.state.assignments.values())
    if (userId === user.id) operator.state.assignments.delete(id);
  await openPart(page, 'Cars');
  await findAndOpen(page, 'mbx1077', plate);

  await press(page, 'Give access');
  await expectRefused(page, 'Give access', 'Please choose a user.');
  await choose(page, 'User', 'bay 3', BAY_3);
  await dialog(page).getByRole('button', { name: 'Without a connection' }).click();
  await field(page, 'Valid for (hours)').fill('soon');
  await expect(dialog(page).getByText('Please give hours as a number above 0.')).toBeVisible();
  await field(page, 'Valid for (hours)').fill('2');
  await field(page, 'Renewed after (hours)').fill('3');
  await expectRefused(page, 'Give access', 'This must be less than the time it is valid for.');
  await field(page, 'Renewed after (hours)').fill('1,5');
  await dialog(page).getByText('After 1 week', { exact: true }).click();
  expect(writesOf(operator)).toEqual([]);
  await answerDialog(page, 'Give access');
  await expectConfirmed(page, `Give ${BAY_3} access to ${plate}`);
  const [given] = accessesTo(operator, car.id);
  expect(given).toMatchObject({ userId: notable.testUserId, lifetime: 7200, renewableAfter: 5400 });
  expect(Date.parse(given?.end ?? '') - Date.parse(given?.start ?? '')).toBe(7 * DAY_MS);

  await press(page, `Change: ${BAY_3}`);
  await expectRefused(page, 'Save the change', 'Nothing has been changed yet.');
  await field(page, 'Day').fill('29/02/2020');
  await expectRefused(page, 'Save the change', 'It ends before it begins.');
  await chooseInCalendar(page);
  await dialog(page).getByText('Open-ended', { exact: true }).click();
  await answerDialog(page, 'Save the change');
  await expectConfirmed(page, `Change the access of ${BAY_3} to ${plate}`);
  expect(accessesTo(operator, car.id)).toMatchObject([{ id: given?.id, start: given?.start, end: null }]);
  await expect(section(page, 'Accesses')).toContainText('open-ended');

  await press(page, `End now: ${BAY_3}`);
  await expect(dialog(page)).toContainText(`${BAY_3}, ${plate}`);
  await expect(dialog(page)).toContainText('The user can no longer open the car');
  await answerDialog(page, 'Keep it');
  expect(accessesTo(operator, car.id)).toHaveLength(1);
  await press(page, `End now: ${BAY_3}`);
  await answerDialog(page, 'End access');
  await expectConfirmed(page, `Remove the access of ${BAY_3} to ${plate}`);
  expect(accessesTo(operator, car.id)).toEqual([]);

  await openPart(page, 'Users');
  await findAndOpen(page, 'bay 7', 'Bay 7 Tester');
  await press(page, 'Give access');
  await expectRefused(page, 'Give access', 'Please choose a car.');
  await choose(page, 'Car', 'm bx 1077', plate);
  await answerDialog(page, 'Give access');
  await expectConfirmed(page, `Give Bay 7 Tester access to ${plate}`);
  expect(accessesTo(operator, car.id)).toMatchObject([{ userId: user.id }]);

  await press(page, 'Add to a group');
  await choose(page, 'Group', 'new arr', notable.emptyGroup);
  await answerDialog(page, 'Add to this group');
  await expectConfirmed(page, `Add Bay 7 Tester to group ${notable.emptyGroup}`);
  expect([...groupOf(operator, notable.emptyGroup).userIds]).toEqual([user.id]);

  await press(page, 'Remove from this customer');
  await expect(dialog(page)).toContainText('1 access of this user is running or upcoming:');
  await expect(dialog(page).getByRole('listitem')).toContainText([plate]);
  await answerDialog(page, 'Keep the user');
  expect([...user.customerIds]).toEqual([notable.customerId]);
  await press(page, 'Remove from this customer');
  await answerDialog(page, 'Remove the user');
  await expectConfirmed(page, 'Remove Bay 7 Tester from this customer');
  expect([...user.customerIds]).toEqual([]);

  expect(writesOf(operator)).toEqual([
    'PUT /assignments',
    'PATCH /assignments/{assignmentId}',
    'DELETE /assignments/{assignmentId}',
    'PUT /assignments',
    'PUT /groups/{groupId}/users',
    'DELETE /users/assignments/customers',
  ]);
  expect(operator.violations.all).toEqual([]);
});

test('a group is created, renamed, filled, relieved of a service and deleted, and a product goes in and out of a car @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  const [box] = notable.boxes.free;
  const plate = notable.plates.withoutBox;
  await openPart(page, 'Groups');

  await press(page, 'New group');
  await expectRefused(page, 'Create this group', 'A group needs a name.');
  await field(page, 'Name').fill(notable.emptyGroup);
  await expect(dialog(page).getByText('A group of this name is already there.')).toBeVisible();
  await field(page, 'Name').fill('Tour 12/a & „Süd“');
  await answerDialog(page, 'Create this group');
  await expectConfirmed(page, 'Create group Tour 12/a & „Süd“');
  const group = groupOf(operator, 'Tour 12/a & „Süd“');

  await findAndOpen(page, 'tour 12', 'Tour 12/a & „Süd“');
  await press(page, 'Rename');
  await field(page, 'Name').fill('Tour 13');
  await answerDialog(page, 'Rename');
  await expectConfirmed(page, 'Rename group to Tour 13');
  expect(group.name).toBe('Tour 13');
  await expect(page.getByRole('heading', { level: 2, name: 'Tour 13' })).toBeVisible();

  await press(page, 'Add a car');
  await expectRefused(page, 'Add this car', 'Please choose a car.');
  await choose(page, 'Car', 'mbx1077', plate);
  await answerDialog(page, 'Add this car');
  await expectConfirmed(page, `Add ${plate} to group Tour 13`);
  await press(page, 'Add a user');
  await expectRefused(page, 'Add this user', 'Please choose a user.');
  await choose(page, 'User', 'bay 3', BAY_3);
  await answerDialog(page, 'Add this user');
  await expectConfirmed(page, `Add ${BAY_3} to group Tour 13`);
  await press(page, 'Add a product');
  await expectRefused(page, 'Add this product', 'Please choose a Box or product.');
  await choose(page, 'Product', box, box);
  await answerDialog(page, 'Add this product');
  await expectConfirmed(page, `Add Box ${box} to group Tour 13`);
  const product = productOf(operator, box);
  expect([...group.carIds]).toEqual([carOf(operator, plate).id]);
  expect([...group.userIds]).toEqual([notable.testUserId]);
  expect([...group.productIds]).toEqual([product.id]);
  await expect(section(page, 'Cars in this group')).toContainText(plate);
  await expect(section(page, 'Users in this group')).toContainText(BAY_3);
  await expect(section(page, 'Boxes and products in this group')).toContainText('Box');

  const service = theOne(operator.state.services, ({ productId }) => productId === product.id);
  group.serviceIds.add(service.id);
  await press(page, 'Read again: Services in this group');
  const takeOut = page.getByRole('button', { name: /^Take out of the group:/ });
  await takeOut.click();
  await expect(dialog(page)).toContainText('Only its membership in this group ends.');
  await answerDialog(page, 'Leave it in');
  expect([...group.serviceIds]).toEqual([service.id]);
  await takeOut.click();
  await answerDialog(page, 'Take it out');
  await expectConfirmed(page, `Take service ${service.name ?? service.id} out of group Tour 13`);
  expect([...group.serviceIds]).toEqual([]);

  await press(page, 'Delete');
  await expect(dialog(page)).toContainText('1 car');
  await expect(dialog(page)).toContainText('1 user');
  await expect(dialog(page)).toContainText('1 product');
  await answerDialog(page, 'Keep the group');
  expect(operator.state.groups.has(group.id)).toBe(true);
  await press(page, 'Delete');
  await answerDialog(page, 'Delete the group');
  await expectConfirmed(page, 'Delete group Tour 13');
  expect(operator.state.groups.has(group.id)).toBe(false);

  const [iq] = notable.iq.free;
  await openPart(page, 'Boxes and products');
  await findAndOpen(page, iq, iq);
  await press(page, 'Add to a group');
  await choose(page, 'Group', 'new arr', notable.emptyGroup);
  await answerDialog(page, 'Add to this group');
  await expectConfirmed(page, `Add Box ${iq} to group ${notable.emptyGroup}`);
  expect([...groupOf(operator, notable.emptyGroup).productIds]).toEqual([productOf(operator, iq).id]);
  await press(page, 'Install into a car');
  await expectRefused(page, 'Install into this car', 'Please choose a car.');
  await choose(page, 'Car', 'mbx1077', plate);
  await answerDialog(page, 'Install into this car');
  await expectConfirmed(page, `Install Box ${iq} in ${plate}`);
  expect(productOf(operator, iq).carId).toBe(carOf(operator, plate).id);
  await press(page, 'Remove from the car');
  await expect(dialog(page)).toContainText('The accesses to the car stay');
  await answerDialog(page, 'Leave it in');
  expect(productOf(operator, iq).carId).not.toBeNull();
  await press(page, 'Remove from the car');
  await answerDialog(page, 'Remove it');
  await expectConfirmed(page, `Remove Box ${iq} from ${plate}`);
  expect(productOf(operator, iq).carId).toBeNull();

  expect(writesOf(operator)).toEqual([
    'PUT /groups',
    'PATCH /groups/{groupId}',
    'PUT /groups/{groupId}/cars',
    'PUT /groups/{groupId}/users',
    'PUT /groups/{groupId}/products',
    'DELETE /groups/{groupId}/services/{serviceId}',
    'DELETE /groups/{groupId}',
    'PUT /groups/{groupId}/products',
    'PUT /installations',
    'DELETE /installations',
  ]);
  expect(operator.violations.all).toEqual([]);
});

function accessesTo({ state }: RunningOperator, id: number) {
  return [...state.assignments.values()].filter(({ carId }) => carId === id);
}

test('a form half typed when the app is killed opens again as it was, and is gone once it is cancelled @long', async ({
  workshop,
}) => {
  const plate = notable.plates.withoutBox;
  const first = await workshop.open();
  await openPart(first.page, 'Cars');
  await press(first.page, 'New car');
  await field(first.page, 'Licence plate').fill('M ÜX 20');
  await first.page.keyboard.press('Escape');
  await findAndOpen(first.page, plate, plate);
  await press(first.page, 'Give access');
  await choose(first.page, 'User', BAY_3, BAY_3);
  await expect.poll(() => keptDrafts(first.page)).toEqual(['M ÜX 20', BAY_3]);
  await first.kill();

  const { page } = await workshop.open();
  await openPart(page, 'Cars');
  await press(page, 'New car');
  await expect(field(page, 'Licence plate')).toHaveValue('M ÜX 20');
  await answerDialog(page, 'Cancel');
  await press(page, 'New car');
  await expect(field(page, 'Licence plate')).toHaveValue('');
  await answerDialog(page, 'Cancel');
  await findAndOpen(page, plate, plate);
  await press(page, 'Give access');
  await expect(dialog(page).getByRole('combobox', { name: 'User' })).toHaveValue(BAY_3);
  expect(writesOf(workshop.operator)).toEqual([]);
});

/** Which of what the test types stands on the disk already. */
async function keptDrafts(page: Page): Promise<readonly string[]> {
  const answer = await page.evaluate(() => window.boxwright.edits.drafts({}));
  const kept = answer.ok ? answer.value.drafts.map(({ draft }) => draft).join() : '';
  return ['M ÜX 20', BAY_3].filter((typed) => kept.includes(typed));
}
