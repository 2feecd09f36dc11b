import { notable } from '../operator/seed/notable.ts';
import { stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* The table by keyboard; typing during a search. */

// Verdicts are not an installer's.
test.use({ role: 'supervisor' });

test('a supervisor finds a job, opens it and goes through the table by keys alone; Back keeps the filter @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await stageJob(page, { car: 20_001, serial: notable.boxes.free[0] });
  await stageJob(page, { car: 20_003, serial: notable.boxes.free[1] });
  await page.getByRole('link', { name: 'Installations' }).click();
  const table = page.getByRole('grid', { name: 'Jobs' });
  const rows = table.locator('[aria-selected]');
  await expect(rows).toHaveCount(2);

  await table.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('1 job selected')).toBeVisible();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 of 2')).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByText('2 of 2')).toBeVisible();
  // The actions are there with the job itself.
  await expect(page.getByRole('button', { name: 'Needs rework' })).toBeEnabled();
  await page.keyboard.press('r');
  const rework = page.getByRole('dialog', { name: 'What has to be done again?' });
  await expect(rework).toBeVisible();
  // Beneath a dialog the page's keys rest.
  await rework.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await expect(rework).toHaveCount(0);
  await expect(page.getByText('2 of 2')).toBeVisible();

  await page.getByRole('link', { name: 'Back to the table' }).click();
  // The selection stays, and the focus is on the previous job.
  await expect(page.getByText('1 job selected')).toBeVisible();
  await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(rows.nth(1)).toHaveAttribute('data-active', 'true');
  await page.getByRole('button', { name: 'Risk' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Risk' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('button', { name: 'Risk' })).toBeFocused();
  await expect(page.getByText('1 job selected')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Plate, VIN or model' }).fill('QQ 999');
  await expect(page.getByText('No job is under these filters')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Plate, VIN or model' }).fill('k-ho 77');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(page.getByText('1 of 1')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Plate, VIN or model' })).toHaveValue('k-ho 77');
  await expect(rows).toHaveCount(1);
});
