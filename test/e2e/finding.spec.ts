import { notable } from '../operator/seed/notable.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* Ctrl+K finds anything from anywhere. */

test('anything is found from anywhere by Ctrl+K, also while typing, and a found car is fitted at once @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  const dialog = page.getByRole('dialog', { name: 'Find anything' });
  const field = dialog.getByRole('combobox');
  const job = await stageJob(page, { car: 20_001, serial: notable.boxes.free[0] });
  await openJob(page, job);
  await expect(page.getByRole('navigation', { name: 'Steps of this job' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(dialog.getByRole('option')).toHaveCount(2);
  await field.fill(notable.boxes.free[0].slice(2));
  await expect(dialog.getByRole('option', { selected: true })).toContainText('Box');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/directory\/products\/\d+$/);
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Find anything' }).click();
  await field.fill('m bx');
  await expect(dialog.getByRole('option').first()).toContainText('M BX');
  await photograph(page, 'finding-1-plates');
  await field.fill('nothing is called this');
  await expect(dialog.getByText('Nothing found for')).toBeVisible();
  await photograph(page, 'finding-2-nothing');

  await field.fill(notable.plates.withoutBox);
  await expect(dialog.getByRole('option', { selected: true })).toContainText(notable.plates.withoutBox);
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/#\/jobs\//);
  await expect(dialog).toBeHidden();
  await expect(page.getByText(notable.plates.withoutBox).first()).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Brand' })).toBeVisible();
});
