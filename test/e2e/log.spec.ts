import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { photograph } from './fixture/photograph.ts';
import { stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* The log is checked and saved; a changed entry is named. */

test('the log of this laptop is checked and saved, and a changed entry is named @long', async ({
  app,
  workshop,
}) => {
  const { page } = await workshop.open();
  await stageJob(page, { car: 20002, serial: notable.boxes.free[1] });
  await page.getByRole('link', { name: 'Settings' }).click();
  await press(page, 'Check the log');
  await expect(page.getByText('The log is complete')).toBeVisible();
  await photograph(page, 'log-1-whole');

  await press(page, 'Save the log');
  await expect(page.getByText('Log saved')).toBeVisible();
  const [saved = ''] = globSync(join(app.dataDir, '**/boxwright-log-uat.jsonl'));
  expect(readFileSync(saved, 'utf8')).toContain('"type":"car-chosen"');

  await page.getByLabel('Number and hash from a report').fill('12');
  await press(page, 'Check the log');
  await expect(page.getByText('This is not an entry as reports print it.')).toBeVisible();
  await page.getByLabel('Number and hash from a report').fill('');

  const [file = ''] = globSync(join(app.dataDir, '**/queue.db'));
  const database = new Sqlite(file);
  database.exec("UPDATE log_entry SET worker = 'Somebody else' WHERE number = 2");
  database.close();
  await press(page, 'Check the log');
  await expect(page.getByText('Entry 2 was changed after it was written.')).toBeVisible();
  await expect(page.getByText('All entries up to number 1 are as they were written.')).toBeVisible();
  await photograph(page, 'log-2-changed');
});
