import { join } from 'node:path';
import { projectRoot } from '../host/electron/settings.ts';
import { press } from './fixture/connect.ts';
import { expectNothingCutOff } from './fixture/cut-off.ts';
import { photographBothThemes } from './fixture/screenshots.ts';
import { expect, test } from './fixture/workshop.ts';

const FOLDER = join(projectRoot, 'test-results/looks');

test('the next colleague takes over by a tap or a PIN, and nobody works under a name that has one', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await page.getByLabel('Name or bay').fill('Bay 3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Today, Bay 3' })).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await press(page, 'Add somebody');
  await page.getByLabel('Name or bay').fill('Bay 4');
  await page.getByLabel('PIN, four to eight digits').fill('12');
  await press(page, 'Save');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('four to eight digits');
  await page.getByLabel('PIN, four to eight digits').fill('4711');
  await photographBothThemes(page, FOLDER, 'people-1-add');
  await press(page, 'Save');
  const list = page.getByRole('listitem').filter({ hasText: 'Bay 4' });
  await expect(list).toContainText('PIN');
  await list.scrollIntoViewIfNeeded();
  await photographBothThemes(page, FOLDER, 'people-2-list');
  await expectNothingCutOff(page, 'people');

  await page.getByRole('button', { name: 'Change who is working' }).click();
  await photographBothThemes(page, FOLDER, 'people-3-choose');
  await page.getByRole('dialog').getByRole('button', { name: 'Bay 4' }).click();
  await expect(page.getByLabel('PIN of Bay 4')).toBeFocused();
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not the PIN of Bay 4');
  await photographBothThemes(page, FOLDER, 'people-4-pin');
  await page.getByLabel('PIN of Bay 4').fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Now: Bay 4' })).toBeVisible();

  await page.getByRole('button', { name: 'Change who is working' }).click();
  await press(page, 'Someone else');
  await page.getByLabel('Name or bay').fill('Bay 4');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Bay 4 has a PIN.');
  await press(page, 'Cancel');
  await page.getByRole('dialog').getByRole('button', { name: 'Bay 3' }).click();
  await expect(page.getByRole('button', { name: 'Now: Bay 3' })).toBeVisible();
});
