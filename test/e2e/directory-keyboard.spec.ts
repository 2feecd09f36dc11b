import { notable } from '../operator/seed/notable.ts';
import { dialog, expectConfirmed, theOne } from './fixture/directory.ts';
import { section } from './fixture/drive.ts';
import { tabTo, typeByHand } from './fixture/keyboard.ts';
import { countedWrites } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* The Directory without a mouse. */

// Acts that are not an installer's.
test.use({ role: 'supervisor' });

test('the Directory is searched, opened, changed and left without a mouse, and the focus is never lost @long', async ({
  workshop,
}) => {
  const { operator } = workshop;
  const { page } = await workshop.open();
  const keys = page.keyboard;
  const plate = notable.plates.withoutBox;
  // The question who is working stays open and blocks nothing.
  await expect(page.getByLabel('Name or bay')).toBeVisible();
  await tabTo(page, 'Directory');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Cars' })).toBeVisible();
  await expect(page.getByLabel('Name or bay')).toBeHidden();
  await tabTo(page, 'Search plate, VIN, name or brand');
  await typeByHand(page, 'm bx 1');
  await expect(page.getByRole('main').getByRole('link').filter({ hasText: plate })).toBeVisible();
  await keys.press('ArrowDown');
  const row = (of: string) => page.getByRole('main').getByRole('link').filter({ hasText: of });
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
  for (
    let at = 0;
    at < 10 && !(await row(plate).evaluate((link) => link === document.activeElement));
    at += 1
  )
    await keys.press('ArrowDown');
  await expect(row(plate)).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: plate, exact: true })).toBeVisible();

  await tabTo(page, 'Edit');
  await keys.press('Enter');
  await expect(dialog(page).getByLabel('Licence plate')).toBeFocused();
  await keys.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
  await keys.press('Enter');
  await tabTo(page, 'Model');
  await keys.press('ControlOrMeta+a');
  // As one piece: eleven keys within a moment and an Enter would be a scanner's.
  await keys.insertText('Vito Tourer');
  await keys.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
  await expect
    .poll(() => theOne(operator.state.cars, ({ licensePlate }) => licensePlate === plate).model)
    .toBe('Vito Tourer');
  await expectConfirmed(page, `Change car ${plate}`);

  await tabTo(page, 'Give access');
  await keys.press('Enter');
  await expect(dialog(page).getByRole('combobox', { name: 'User' })).toBeFocused();
  await typeByHand(page, 'bay 3');
  const found = page.getByRole('option', { name: 'Bay 3 Tester' });
  await expect(found).toBeVisible();
  // The first Escape closes the list, not the dialog with all that is typed.
  await keys.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
  await keys.press('ArrowDown');
  await expect(found).toBeVisible();
  await expect(found).toHaveAttribute('data-combobox-selected', 'true');
  await keys.press('Enter');
  await expect(dialog(page).getByRole('combobox', { name: 'User' })).toHaveValue('Bay 3 Tester');
  await tabTo(page, 'Give access');
  await keys.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expectConfirmed(page, `Give Bay 3 Tester access to ${plate}`);
  const endNow = page.getByRole('button', { name: 'End now: Bay 3 Tester' });
  await expect(endNow).toBeVisible();
  await tabTo(page, 'End now: Bay 3 Tester');
  await keys.press('Enter');
  // Staying as it is comes first.
  await expect(dialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await keys.press('Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(endNow).toBeFocused();
  await keys.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
  await tabTo(page, 'End access');
  await keys.press('Enter');
  await expectConfirmed(page, `Remove the access of Bay 3 Tester to ${plate}`);
  await expect(section(page, 'Accesses')).toContainText('No access.');

  await tabTo(page, 'All cars', 'Shift+Tab');
  await keys.press('Enter');
  await expect(row(plate)).toBeFocused();
  expect(countedWrites(operator)).toEqual({
    'PATCH /cars/{carId}': 1,
    'PUT /assignments': 1,
    'DELETE /assignments/{assignmentId}': 1,
  });
  expect(operator.violations.all).toEqual([]);
});
