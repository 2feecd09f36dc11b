import { assumedOperations } from '../operator/routes.ts';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { dialog, findAndOpen, openPart } from './fixture/directory.ts';
import { drive, finish, KNOWN_CAR, leaveStepOut, section } from './fixture/drive.ts';
import { countedWrites, heldAbout, WRITES_OF_ONE_INSTALLATION } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* Assumed calls are absent: one sentence each, the main job works. */

// Acts that are not an installer's.
test.use({ role: 'supervisor' });

const NO_LIST = 'This environment does not offer this list.';
const NOT_READ = 'This environment does not offer to read them.';

test('where no assumed call is offered, each part says so in one sentence and the main job is finished @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  operator.settings.notOffered = [...assumedOperations];
  const { page } = await workshop.open();
  const { withoutBox: plate } = notable.plates;
  await drive(page, KNOWN_CAR, { to: 'home' });

  for (const part of ['Groups', 'Boxes and products', 'Services', 'Key catalogue']) {
    await openPart(page, part);
    await expect(page.getByRole('main').getByText(NO_LIST).first()).toBeVisible();
    await expect(page.getByRole('main').getByText('Not read from the operator yet')).toHaveCount(0);
  }
  // A brand that one names can be asked for all the same; it stands in the list from then on.
  await page.getByRole('searchbox').fill('Ford');
  await press(page, 'Ask the operator');
  await findAndOpen(page, 'ford', 'Keys of Ford', 'Ford');
  await openPart(page, 'Customers');
  await expect(section(page, 'Customers')).toContainText('Fleet North');
  await openPart(page, 'Accesses');
  await findAndOpen(page, 'mbx1077', plate);
  await expect(section(page, 'Accesses')).toContainText('No access.');
  await openPart(page, 'Cars');
  await findAndOpen(page, 'mbx1077', plate);
  await expect(section(page, 'In this car')).toContainText(NOT_READ);
  await expect(section(page, 'Events')).toContainText(NOT_READ);
  await press(page, 'Add to a group');
  await dialog(page).getByRole('combobox', { name: 'Group' }).click();
  await expect(page.getByText(NO_LIST)).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: /New installation/ }).click();
  await page.getByLabel('Plate, VIN, name or brand').fill(plate);
  await press(page, 'Take this car');
  // The keys of the car's own brand can be asked for without a list of brands (spec part 4, Keyfob).
  await expect(page.getByRole('radiogroup').getByRole('radio').first()).toBeVisible();
  await leaveStepOut(page);
  await drive(page, KNOWN_CAR, { from: 'before', to: 'before' });
  await page.getByLabel('Serial number').fill(KNOWN_CAR.serial);
  await expect(
    page.getByText(`${KNOWN_CAR.serial} is not checked yet. Only the operator’s answer`),
  ).toBeVisible();
  await expect(page.getByText(/before anything is sent/)).toHaveCount(0);
  await press(page, 'Fit this Box');
  await expect(page.getByText('Confirmed by the operator: this Box is in this car.')).toBeVisible();
  await press(page, 'Continue');
  await drive(page, KNOWN_CAR, { from: 'fitting', to: 'fitting' });
  await expect(page.getByText('This environment does not show its groups.')).toBeVisible();
  await page.getByLabel('Search or name a group').fill('Vans of bay 3');
  await press(page, 'Use this group');
  await expect(page.getByRole('combobox', { name: 'Search a user' })).toBeVisible();
  await drive(page, KNOWN_CAR, { from: 'test-access-confirmed', to: 'test-access-removed' });
  await press(page, 'Continue');
  // Without a key and a list of Boxes the variant was compared with nothing, and the page does not say otherwise.
  await expect(
    page.getByText('The variant of this Box was never compared with the key.').first(),
  ).toBeVisible();
  await finish(page);
  await expect(section(page, 'Done today')).toContainText(plate);
  expect(countedWrites(operator)).toEqual({ ...WRITES_OF_ONE_INSTALLATION, 'PUT /groups': 1 });
  const { boxes, groups } = heldAbout(operator, plate);
  expect(boxes).toEqual([KNOWN_CAR.serial]);
  expect(groups).toContain('Vans of bay 3');

  // Objects made by this laptop are known here without a list.
  await openPart(page, 'Groups');
  await findAndOpen(page, 'bay 3', 'Vans of bay 3');
  await expect(section(page, 'Users in this group')).toContainText(NOT_READ);
  await expect(section(page, 'Services in this group')).toContainText(NOT_READ);
  await expect(section(page, 'Cars in this group')).toContainText(plate);
  expect(operator.violations.all).toEqual([]);
});
