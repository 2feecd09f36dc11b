import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectRoot } from '../host/electron/settings.ts';
import { EVERY_KIND, keepChecklist as keep } from './fixture/checklists.ts';
import { press } from './fixture/connect.ts';
import { drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* Every kind of item; out of range needs a reason; editing in Settings. */

// Acts that are not an installer's.
test.use({ role: 'supervisor' });

/** Pictures of the repository stand for photos. */
const PHOTO = join(projectRoot, 'docs/pictures/home.png');
const KEY = join(projectRoot, 'docs/pictures/flow-box.png');

const row = (page: Page, item: string) => page.locator(`[data-item="${item}"]`);

test('every kind of item is filled in; what is out of range counts only with a reason and stays marked @long', async ({
  app,
  workshop,
}) => {
  await keep(app.dataDir, 'every.json', EVERY_KIND);
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'keyfob' });
  await expect(page.getByText('Suggested for this car, version 3')).toBeVisible();
  await photograph(page, 'checklist-1-suggested');
  await press(page, 'Other checklist');
  await expect(page.getByRole('radio', { name: 'Every kind' })).toBeVisible();
  await photograph(page, 'checklist-2-choice');
  await page.getByRole('radio', { name: 'Every kind' }).check({ force: true });
  await press(page, 'Use this checklist');
  await expect(page.getByText('Version 4, kept with this job')).toBeVisible();

  await page.getByRole('checkbox', { name: 'Battery off' }).click();
  await expect(row(page, 'where')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Elsewhere' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Where exactly?' }).fill('Behind the left wheel arch');
  await page.getByRole('textbox', { name: 'VIN at the car' }).fill('W1V44770513872099');
  const volts = page.getByRole('textbox', { name: 'Supply voltage' });
  await volts.fill('9.8');
  await expect(row(page, 'volts').getByText('9.8 V is below 11.5 V.')).toBeVisible();
  await expect(row(page, 'vin').getByText('The car of this job has W1V44770513872041.')).toBeVisible();
  await expect(row(page, 'volts').getByRole('button', { name: 'Keep 9.8 V' })).toBeDisabled();
  await row(page, 'volts').getByLabel('Why does it count all the same?').fill('Old battery, the customer');
  await expect(page.getByText('4 answers missing')).toBeVisible();
  await photograph(page, 'checklist-3-out-of-range');

  // Half a reason survives a look at another step.
  const rail = page.getByRole('navigation', { name: 'Steps of this job' });
  await rail.getByRole('button', { name: /^Key/ }).click();
  await rail.getByRole('button', { name: /^Before/ }).click();
  const reason = row(page, 'volts').getByLabel('Why does it count all the same?');
  await expect(reason).toHaveValue('Old battery, the customer');
  await expect(volts).toHaveValue('9.8');
  await reason.fill('Old battery, the customer knows');
  await row(page, 'volts').getByRole('button', { name: 'Keep 9.8 V' }).click();
  await expect(row(page, 'volts').getByText('Old battery, the customer knows')).toBeVisible();
  await page.getByRole('textbox', { name: 'VIN at the car' }).fill('w1v 44770513872041');
  await expect(row(page, 'vin').getByText('This is the VIN of the car of this job.')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Forced/ })).toContainText(
    'Old battery, the customer knows',
  );
  await row(page, 'place-photo').locator('input[type=file]').setInputFiles([PHOTO, KEY]);
  await expect(row(page, 'place-photo').getByRole('img')).toHaveCount(2);
  await row(page, 'place-photo').getByRole('button', { name: 'Remove photo 2' }).click();
  await expect(row(page, 'place-photo').getByRole('img')).toHaveCount(1);
  const pad = row(page, 'signed').getByRole('img', { name: 'Field to sign with finger, pen or mouse' });
  await pad.scrollIntoViewIfNeeded();
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 40, box.y + 90);
  await page.mouse.down();
  for (const [x, y] of [
    [90, 40],
    [130, 110],
    [190, 50],
    [260, 100],
  ] as const) {
    await page.mouse.move(box.x + x, box.y + y, { steps: 8 });
  }
  await page.mouse.up();
  await row(page, 'signed').getByLabel('Name in letters').fill('A. Fitter');
  await row(page, 'signed').getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(row(page, 'signed').getByRole('img', { name: 'Signature of A. Fitter' })).toBeVisible();
  await expect(page.getByText('7 of 7 answered', { exact: true })).toBeVisible();
  await photograph(page, 'checklist-4-pictures');
  await row(page, 'volts').scrollIntoViewIfNeeded();
  await photograph(page, 'checklist-4-forced');
  await press(page, 'Checks done');
  await expect(page.getByRole('heading', { name: 'Which Box goes in?' })).toBeVisible();
  await rail.getByRole('button', { name: /Finish/ }).click();
  await expect(page.getByText('7 of 7 answered, 1 forced')).toBeVisible();
  await photograph(page, 'checklist-5-finish');
  await press(page, 'Leave, keep all');
  await expect(section(page, 'In progress').getByRole('article')).toContainText('1 check forced');
  await photograph(page, 'checklist-5-home');
});

test('a checklist is changed in Settings with its preview, step by step back, and saved as a new version @long', async ({
  app,
  workshop,
}) => {
  await keep(app.dataDir, 'broken.json', {
    ...EVERY_KIND,
    id: 'broken',
    items: [{ ...EVERY_KIND.items[3], max: 3 }],
  });
  await keep(app.dataDir, 'half.json', '{"id":');
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('link', { name: 'Settings' }).click();
  const lists = page.getByRole('region', { name: 'Checklists' });
  await expect(lists.getByRole('alert')).toContainText(
    'broken.json, item 1 (volts): The lowest value, 11.5, is not below the highest, 3.',
  );
  await expect(lists.getByRole('alert')).toContainText('half.json: It is not readable as JSON');
  await lists.getByRole('alert').scrollIntoViewIfNeeded();
  await photograph(page, 'checklist-6-settings');

  await lists.getByRole('button', { name: 'Change' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Van' })).toBeVisible();
  const preview = page.getByRole('region', { name: 'Preview' });
  const title = page.getByLabel('Title');
  await title.fill('Our vans');
  await expect(page.getByRole('heading', { level: 1, name: 'Our vans' })).toBeVisible();
  await press(page, 'Undo');
  await expect(page.getByRole('heading', { level: 1, name: 'Van' })).toBeVisible();
  await press(page, 'Redo');
  await page.getByRole('button', { name: 'Measured value', exact: true }).click();
  await page.getByLabel('Text', { exact: true }).fill('Torque of the bracket');
  await page.getByLabel('Lowest').fill('4');
  await page.getByLabel('Highest').fill('3');
  await page.getByLabel('Unit').fill('Nm');
  await page.getByLabel('When', { exact: true }).selectOption('Before the Box goes in');
  await expect(preview).toContainText('Torque of the bracket');
  await press(page, 'Save as version 4');
  await expect(page.getByText('The lowest value, 4, is not below the highest, 3.')).toBeVisible();
  await photograph(page, 'checklist-7-editor');
  await page.getByLabel('Highest').fill('6');
  await press(page, 'Save as version 4');
  await expect(lists).toContainText('Our vans');
  await expect(lists).toContainText('Version 4, from this workshop');

  await lists.getByRole('button', { name: 'New checklist' }).click();
  await page.getByLabel('Title').fill('Trailer');
  await expect(page.getByText('Try it: nothing is kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Choice', exact: true }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(lists).toContainText('changes not saved yet');
  await lists.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trailer' })).toBeVisible();
  await photograph(page, 'checklist-8-new');

  await page.getByRole('link', { name: 'Home' }).click();
  await drive(page, KNOWN_CAR, { from: 'car', to: 'keyfob' });
  await expect(page.getByText('Suggested for this car, version 4')).toBeVisible();
  await expect(page.getByText('Torque of the bracket')).toBeVisible();
});
