import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { atHome, drive, finish, KNOWN_CAR } from './fixture/drive.ts';
import { checksDone, decide, exchange, upToLosses } from './fixture/leaving.ts';
import { photograph } from './fixture/photograph.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* Installations, removal, swap, failed test: equal figures on Home, in table, numbers and CSV. */

const { free } = notable.boxes;
const [secondPlate] = notable.plates.alsoWithoutBox;
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** A Box fitted behind the window's back, its test access confirmed. */
async function fitted(page: Page, car: number, serial: string): Promise<void> {
  await openJob(
    page,
    await stageJob(page, { car, serial, group: KNOWN_CAR.group, testUser: notable.testUserId }),
  );
  await title(page, 'Does it open?').waitFor();
}

async function proven(page: Page): Promise<void> {
  await press(page, 'It opened and closed');
  await finish(page);
}

test('installations, a removal, a swap, a failed test and an unfinished job have the same figures everywhere @long', async ({
  workshop,
}) => {
  const exported = await mkdtemp(join(tmpdir(), 'boxwright-mixed-day-'));
  const { page } = await workshop.open({
    BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken,
    BOXWRIGHT_HOST_SAVE_DIR: exported,
  });
  await drive(page, KNOWN_CAR);
  await finish(page);
  // Its key was left out, so its Box was never compared: no confirmed job.
  await fitted(page, 20_002, free[1]);
  await proven(page);
  await fitted(page, 20_003, free[2]);
  await press(page, 'No, it did not open');
  await press(page, 'Hand over as not working');
  const dialog = page.getByRole('dialog', { name: 'Hand over as not working?' });
  await dialog.getByLabel('Reason').fill('The antenna is on order');
  await dialog.getByRole('button', { name: 'Hand over as not working' }).click();
  await finish(page);
  await stageJob(page, { car: 20_004, serial: free[3], group: KNOWN_CAR.group });

  const first = { plate: notable.plates.withoutBox, box: free[0] };
  await upToLosses(page, /^Remove a Box/, { plate: first.plate, accesses: 0 });
  await decide(page, 'Remove the Box', first);
  await press(page, 'Continue');
  await checksDone(page, 'removal');
  await finish(page);

  const second = { plate: secondPlate, box: free[1] };
  await upToLosses(page, /^Swap a Box/, { plate: second.plate, accesses: 0 });
  await exchange(page, free[4], second);
  await press(page, 'Continue');
  await checksDone(page, 'swap');
  await title(page, 'Try it for real').waitFor();
  await drive(page, KNOWN_CAR, { from: 'test-access-confirmed', to: 'test-access-confirmed' });
  await proven(page);

  // Begun by mistake, and discarded.
  await page.getByRole('button', { name: /New installation/ }).click();
  await page.getByLabel('Plate, VIN, name or brand').fill('M BX');
  await press(page, 'Discard this job');
  await atHome(page);

  const figure = (name: string) => page.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(figure('taken out')).toHaveText('2');
  await expect(figure('fitted')).toHaveText('5');
  await expect(figure('confirmed')).toHaveText('3');
  await photograph(page, 'mixed-day-1-home');

  await page.getByRole('link', { name: 'Installations' }).click();
  const rows = page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]');
  await expect(rows).toHaveCount(7);
  await expect(rows.filter({ hasText: 'Box not compared' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Opened and closed' }).filter({ hasText: 'Confirmed' })).toHaveCount(2);
  await photograph(page, 'mixed-day-2-table');
  await press(page, 'Export…');
  const exporting = page.getByRole('dialog', { name: 'Export' });
  await exporting.getByRole('button', { name: 'Save as…' }).click();
  await expect(exporting.getByText(/^Saved: .*csv/)).toBeVisible();
  await exporting.getByText('Acceptance sheet', { exact: true }).click();
  await exporting.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: KNOWN_CAR.group }).click();
  await exporting.getByRole('button', { name: 'Save as…' }).click();
  await expect(exporting.getByText(/^Saved: .*pdf/)).toBeVisible();
  await photograph(page, 'mixed-day-3-export');
  await page.keyboard.press('Escape');
  await expect(exporting).toHaveCount(0);
  await page
    .getByRole('radiogroup', { name: 'Parts of this page' })
    .getByText('Numbers', { exact: true })
    .click();
  const tile = page.locator('dl > div').filter({ hasText: 'Boxes fitted' });
  await expect(tile).toContainText('5');
  await expect(tile).toContainText('2 taken out, 3 jobs confirmed');
  await photograph(page, 'mixed-day-4-numbers');

  const files = await readdir(exported);
  const csv = files.find((file) => file.endsWith('.csv')) ?? '';
  const lines = Papa.parse<Record<string, string>>((await readFile(join(exported, csv), 'utf8')).slice(1), {
    header: true,
    skipEmptyLines: true,
  }).data;
  expect({
    fitted: lines.filter((line) => line['Box fitted'] === 'yes').length,
    takenOut: lines.filter((line) => line['Box taken out, serial number'] !== '').length,
    confirmed: lines.filter((line) => line['Confirmed'] === 'yes').length,
    groups: new Set(lines.filter(({ State }) => State !== 'Discarded').map(({ Group }) => Group)),
  }).toEqual({ fitted: 5, takenOut: 2, confirmed: 3, groups: new Set([KNOWN_CAR.group]) });
  await rm(exported, { recursive: true, force: true });
});
