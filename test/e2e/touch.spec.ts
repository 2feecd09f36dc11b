import type { Page } from '@playwright/test';
import { notable } from '../operator/seed/notable.ts';
import { atHome, KNOWN_CAR, section } from './fixture/drive.ts';
import { countedWrites, WRITES_OF_ONE_INSTALLATION } from './fixture/operator-record.ts';
import { type Finger, fingerOn } from './fixture/touch.ts';
import { expect, test } from './fixture/workshop.ts';

/* The main job by touch, targets of 44 px. */

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

test('a known car is fitted from Home to Home by fingertips alone, every target large enough for a glove @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  const finger = await fingerOn(page);
  await finger.type(page.getByLabel('Name or bay'), KNOWN_CAR.worker);
  await finger.tap(button(page, 'Start working'));
  await expect(page.getByRole('heading', { level: 1, name: 'Today, Bay 3' })).toBeVisible();

  await finger.tap(button(page, /^New installation/));
  await finger.type(page.getByLabel('Plate, VIN, name or brand'), 'mbx1077');
  await finger.tap(page.getByRole('option').filter({ hasText: notable.plates.withoutBox }));
  await finger.tap(page.locator('label').filter({ has: page.getByRole('radio', { name: KNOWN_CAR.key }) }));
  await finger.tap(button(page, /^Use this key/));

  await expect(page.getByRole('heading', { name: 'Before the Box goes in' })).toBeVisible();
  await tickAll(page, finger);
  await finger.tap(button(page, /^Checks done/));

  await finger.type(page.getByLabel('Serial number'), KNOWN_CAR.serial);
  await expect(page.getByText('Right variant', { exact: true })).toBeVisible();
  await finger.tap(button(page, /^Fit this Box/));

  const voltage = page.getByRole('textbox', { name: /voltage/i });
  await expect(voltage).toBeVisible();
  await tickAll(page, finger);
  await finger.type(voltage, '12.6');
  await finger.tap(button(page, /^Checklist done/));

  await finger.type(page.getByLabel('Search or name a group'), 'new arr');
  await finger.tap(page.getByRole('option').filter({ hasText: notable.emptyGroup }));
  await finger.type(page.getByRole('combobox', { name: 'Search a user' }), 'bay 3');
  await finger.tap(page.getByRole('option').filter({ hasText: KNOWN_CAR.testUser }));
  await finger.tap(button(page, /^Start test access/));
  await expect(page.getByRole('heading', { name: 'Does it open?' })).toBeVisible();
  // The first answer makes "Remove test access" the step's main button: only then is it where it stays.
  for (const answer of ['Yes, it opened', 'Yes, it closed']) {
    await finger.tap(button(page, answer));
    await expect(button(page, answer)).toHaveAttribute('aria-pressed', 'true');
  }
  await finger.tap(button(page, /^Remove test access/));
  await expect(page.getByRole('heading', { name: 'Tried and removed' })).toBeVisible();
  await finger.tap(button(page, /^Continue/));
  await finger.tap(button(page, 'Finish'));
  await atHome(page);
  await expect(section(page, 'Done today')).toContainText(notable.plates.withoutBox);
  expect(countedWrites(workshop.operator)).toEqual(WRITES_OF_ONE_INSTALLATION);
});

async function tickAll(page: Page, finger: Finger): Promise<void> {
  // Choices first: what hangs on them appears.
  for (const group of await page.getByRole('radiogroup').all()) {
    await finger.tap(group.locator('label').first());
  }
  for (const confirm of await page.getByRole('checkbox').all()) await finger.tap(confirm);
}
