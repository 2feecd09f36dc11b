import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { atHome, section } from './fixture/drive.ts';
import { arrowTo, tabTo } from './fixture/keyboard.ts';
import { furnish, LEAVING } from './fixture/leaving.ts';
import { countedWrites, heldAbout } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* Removal and swap without a mouse. */

/** From Home to the deliberate act: the car, its Box, and what goes with it. */
async function upToTheLosses(page: Page, hotkey: 'r' | 's'): Promise<void> {
  const keys = page.keyboard;
  await expect(page.getByLabel('Name or bay')).toBeVisible();
  await tabTo(page, 'Name or bay');
  await keys.insertText('Bay 3');
  await keys.press('Enter');
  await expect(page.getByLabel('Name or bay')).toBeHidden();
  await keys.press(hotkey);
  await expect(page.getByRole('combobox')).toBeFocused();
  await keys.insertText(LEAVING.plate);
  await expect(page.getByRole('option', { selected: true })).toContainText(LEAVING.plate);
  await keys.press('Enter');
  await expect(page.getByText('The operator says: in this car')).toBeVisible();
  await expect(page.getByRole('button', { name: 'This Box leaves' })).toBeFocused();
  await keys.press('Enter');
  await expect(section(page, 'Accesses to this car').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await keys.press('Enter');
}

/** Why, and the yes that names car and Box. */
async function decide(page: Page, act: string, reasons: readonly [string, ...string[]]): Promise<void> {
  const keys = page.keyboard;
  await expect(page.getByRole('heading', { level: 1, name: /^(Take it out|Swap the Boxes)$/ })).toBeFocused();
  await expect(page.getByRole('radiogroup', { name: 'Why does it leave?' }).getByRole('radio')).toHaveCount(
    reasons.length,
  );
  for (const reason of reasons) await expect(page.getByRole('radio', { name: reason })).toBeVisible();
  await tabTo(page, reasons[0]);
  await arrowTo(page, 'Moves to another car');
  await tabTo(page, new RegExp(`^Box ${LEAVING.box} leaves ${LEAVING.plate}`));
  await keys.press('Space');
  await tabTo(page, act);
  await keys.press('Enter');
}

test('a Box is removed without a mouse, each step waiting with what it is about @long', async ({
  workshop,
}) => {
  furnish(workshop);
  const { page } = await workshop.open();
  await upToTheLosses(page, 'r');
  await decide(page, 'Remove the Box', [
    'Car sold',
    'Box defective',
    'Moves to another car',
    'End of contract',
    'Other reason',
  ]);
  await expect(page.getByText('every access that went with it is gone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Car key taken out of the Box');
  await page.keyboard.press('Space');
  await expect(page.getByRole('textbox', { name: 'Car key handed back to' })).toBeVisible();
  await tabTo(page, 'Car key handed back to');
  await page.keyboard.insertText('Fleet desk');
  await tabTo(page, 'All as it should be');
  await page.keyboard.press('Enter');
  await tabTo(page, 'None');
  await page.keyboard.press('Space');
  await tabTo(page, 'Checks done');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Finish and next car' })).toBeFocused();
  await tabTo(page, 'Finish', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await atHome(page);
  await expect(section(page, 'Done today')).toContainText(LEAVING.plate);
  expect(heldAbout(workshop.operator, LEAVING.plate).boxes).toEqual([]);
  expect(countedWrites(workshop.operator)).toEqual({ 'DELETE /installations': 1 });
});

test('a Box is swapped without a mouse, and one chosen access is recreated @long', async ({ workshop }) => {
  furnish(workshop);
  const { page } = await workshop.open();
  const keys = page.keyboard;
  await upToTheLosses(page, 's');
  await expect(page.getByLabel('Serial number')).toBeFocused();
  await keys.insertText(notable.boxes.free[0]);
  await expect(page.getByText('Checked. Press Enter once more to take this Box.')).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByText('Taken. It is fitted at the operator')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await keys.press('Enter');
  // A car that is sold gets no other Box.
  await decide(page, 'Swap the Boxes', ['Box defective', 'Moves to another car', 'Other reason']);
  await expect(page.getByText('The old Box is out and the new one is in.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Which accesses again?' })).toBeVisible();
  await tabTo(page, 'All');
  await keys.press('Enter');
  await tabTo(page, /^Make 2 accesses again/);
  await keys.press('Enter');
  await expect(page.getByText('by its result')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  expect(countedWrites(workshop.operator)).toEqual({
    'DELETE /installations': 1,
    'PUT /installations': 1,
    'PUT /assignments': 2,
  });
});
