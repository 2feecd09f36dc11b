import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { dialog, expectRefused, findAndOpen, openPart, theOne } from './fixture/directory.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

const { inAnotherCar: plate } = notable.plates;

/** Photographs the dialog in front and leaves it. */
async function photographDialog(page: Page, name: string): Promise<void> {
  await photograph(page, name);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
}

test('every part of the Directory, closed and open', async ({ workshop }) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  await openPart(page, 'Cars');
  await photograph(page, 'directory-1-cars');
  await findAndOpen(page, plate, plate);
  await photograph(page, 'directory-1-cars-open');
  await openPart(page, 'Users');
  await findAndOpen(page, 'bay 3', 'Bay 3 Tester');
  await photograph(page, 'directory-2-users-open');
  await openPart(page, 'Groups');
  await findAndOpen(page, 'depot', 'Depot Cologne');
  await expect(page.getByRole('list', { name: 'Cars in this group' })).toBeVisible();
  await photograph(page, 'directory-3-groups-open');
  await openPart(page, 'Boxes and products');
  await findAndOpen(page, notable.boxes.installed, notable.boxes.installed);
  await photograph(page, 'directory-4-products-open');
  await openPart(page, 'Services');
  await photograph(page, 'directory-5-services');
  await openPart(page, 'Assignments');
  const { carId } = theOne(
    operator.state.assignments,
    ({ id }) => id === Math.min(...operator.state.assignments.keys()),
  );
  const held = operator.state.cars.get(carId)?.licensePlate ?? '';
  await findAndOpen(page, held, held);
  await photograph(page, 'directory-6-assignments-open');
  await openPart(page, 'Key catalogue');
  await findAndOpen(page, 'ford', 'Keys of Ford', 'Ford');
  await expect(page.getByRole('img').first()).toBeVisible();
  await photograph(page, 'directory-7-keys-open');
  await openPart(page, 'Customers');
  await expect(page.getByText('Fleet South')).toBeVisible();
  await photograph(page, 'directory-8-customers');
});

test('every dialog of the Directory, with what it says when something is wrong', async ({ workshop }) => {
  const { page } = await workshop.open();
  await openPart(page, 'Cars');
  await press(page, 'New car');
  await dialog(page).getByLabel('Licence plate').fill('M BX 1077');
  await expect(dialog(page).getByText('A car with this plate is already there')).toBeVisible();
  await photographDialog(page, 'directory-dialog-new-car');
  await findAndOpen(page, plate, plate);
  await press(page, 'Edit');
  await expectRefused(page, 'Save changes', 'Nothing has been changed yet.');
  await photographDialog(page, 'directory-dialog-edit-car');
  await press(page, 'Add to a group');
  await expectRefused(page, 'Add to this group', 'Please choose a group.');
  await photographDialog(page, 'directory-dialog-add-to-group');
  await press(page, 'Install a Box');
  await expectRefused(page, 'Install this Box', 'Please give the serial number.');
  await photographDialog(page, 'directory-dialog-install');
  await press(page, 'Record an event');
  await expectRefused(page, 'Record it', 'Please choose a user.');
  await photographDialog(page, 'directory-dialog-event');
  await press(page, 'Give access');
  await dialog(page).getByText('At a set time', { exact: true }).click();
  await expectRefused(page, 'Give access', 'Please choose a user.');
  await dialog(page).getByRole('button', { name: 'Without a connection' }).click();
  await expect(dialog(page).getByLabel('Valid for (hours)')).toBeInViewport();
  await photographDialog(page, 'directory-dialog-give-access');
  await press(page, `Remove ${notable.boxes.installed} from the car`);
  await expect(dialog(page).getByText(/go(es)? with it|would go with it/)).toBeVisible();
  await photographDialog(page, 'directory-dialog-remove-box');
  await openPart(page, 'Users');
  await findAndOpen(page, 'bay 3', 'Bay 3 Tester');
  await press(page, 'Remove from this customer');
  await photographDialog(page, 'directory-dialog-remove-user');
  await openPart(page, 'Groups');
  await press(page, 'New group');
  await dialog(page).getByLabel('Name').fill(notable.emptyGroup);
  await expect(dialog(page).getByText('A group of this name is already there.')).toBeVisible();
  await photographDialog(page, 'directory-dialog-new-group');
  await findAndOpen(page, 'depot', 'Depot Cologne');
  await press(page, 'Delete');
  await photographDialog(page, 'directory-dialog-delete-group');
  await press(page, 'Add a product');
  await dialog(page).getByRole('combobox').fill('0012340');
  await expect(page.getByRole('option').first()).toBeVisible();
  await photograph(page, 'directory-dialog-add-product');
});
