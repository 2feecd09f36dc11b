import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { atHome, KNOWN_CAR, section } from './fixture/drive.ts';
import { arrowTo, focused, tabTo, typeByHand } from './fixture/keyboard.ts';
import { countedWrites, WRITES_OF_ONE_INSTALLATION } from './fixture/operator-record.ts';
import { expect, test } from './fixture/workshop.ts';

/* The main job without a mouse. */

test('a known car is fitted from Home to Home without a mouse, each step waiting with its main field', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  const keys = page.keyboard;
  await expect(page.getByLabel('Name or bay')).toBeFocused();
  await typeByHand(page, KNOWN_CAR.worker);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Today, Bay 3' })).toBeVisible();
  await expect(page.getByLabel('Name or bay')).toBeHidden();

  await keys.press('n');
  await expect(page.getByLabel('Plate, VIN, name or brand')).toBeFocused();
  await typeByHand(page, 'mbx1077');
  await expect(page.getByRole('option', { selected: true })).toContainText(notable.plates.withoutBox);
  await keys.press('Enter');

  await expect(page.getByRole('combobox', { name: 'Brand' })).toBeFocused();
  await expect(page.getByRole('radio', { name: KNOWN_CAR.key, exact: true })).toBeVisible();
  await tabTo(page, /^(Smart|Slot|Blade) key/);
  await arrowTo(page, KNOWN_CAR.key);
  await keys.press('Enter');

  await fillChecklist(page, 'Before the Box goes in', 'Checks done');

  await expect(page.getByLabel('Serial number')).toBeFocused();
  // Looked up as soon as typing rests.
  await typeByHand(page, KNOWN_CAR.serial);
  await expect(page.getByText('Checked. Press Enter once more to fit this Box.')).toBeVisible();
  await keys.press('Enter');

  await fillChecklist(page, 'The Box in its place', 'Checklist done');

  await expect(page.getByLabel('Search or name a group')).toBeFocused();
  await typeByHand(page, 'new arr');
  await expect(page.getByRole('option', { selected: true })).toContainText(notable.emptyGroup);
  await keys.press('Enter');

  await expect(page.getByRole('combobox', { name: 'Search a user' })).toBeFocused();
  await typeByHand(page, 'bay 3');
  await expect(page.getByRole('option', { selected: true })).toContainText(KNOWN_CAR.testUser);
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Start test access' })).toBeFocused();
  await keys.press('Enter');

  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
  // Enter there must not record an unseen event, so its sign is not shown.
  await expect(enterOn(page, 'It opened and closed')).toBeHidden();
  await tabTo(page, 'Yes, it opened');
  await keys.press('Enter');
  await tabTo(page, 'Yes, it closed');
  await keys.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove test access' })).toBeFocused();
  await expect(enterOn(page, 'Remove test access')).toBeVisible();
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tried and removed' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeFocused();
  await keys.press('Enter');

  await expect(page.getByRole('button', { name: 'Finish and next car' })).toBeFocused();
  await tabTo(page, 'Finish', 'Shift+Tab');
  await keys.press('Enter');
  await atHome(page);
  await expect(section(page, 'Done today')).toContainText(notable.plates.withoutBox);
  expect(countedWrites(workshop.operator)).toEqual(WRITES_OF_ONE_INSTALLATION);
});

/** The sign of Enter on the primary button. */
const enterOn = (page: Page, name: string) => page.getByRole('button', { name }).getByText('⏎');

/** Down the list by Tab: ticks, takes the first of each choice, types the measured value; ends with the button. */
async function fillChecklist(page: Page, heading: string, button: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading })).toBeFocused();
  for (let item = 0; item < 30; item += 1) {
    await page.keyboard.press('Tab');
    const { role, name } = await focused(page);
    if (name === button) {
      await page.keyboard.press('Enter');
      return;
    }
    if (role === 'checkbox' || role === 'radio') await page.keyboard.press('Space');
    if (/voltage/.test(name)) await typeByHand(page, '12.6');
  }
  throw new Error('the checklist has no end for the keyboard');
}
