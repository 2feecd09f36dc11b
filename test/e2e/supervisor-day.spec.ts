import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drive, KNOWN_CAR } from './fixture/drive.ts';
import { tabTo, typeByHand } from './fixture/keyboard.ts';
import { photograph } from './fixture/photograph.ts';
import { loggedAtRelay, reviewsAtRelay, stagePhotographed } from './fixture/reviews.ts';
import { expect, test } from './fixture/workshop.ts';

/* Review, views, numbers and exports by keyboard. */

test('a supervisor reviews, keeps a view, reads the numbers and hands out the table by keys alone @long', async ({
  workshop,
}) => {
  const bay = await workshop.open();
  await drive(bay.page, KNOWN_CAR, { to: 'home' });
  for (const car of [20_001, 20_002, 20_003]) {
    const { job } = await stagePhotographed(bay.page, car);
    await expect.poll(() => loggedAtRelay(workshop, job)).toContain('job-finished');
  }
  await bay.close();

  const desk = await mkdtemp(join(tmpdir(), 'boxwright-desk-'));
  const handedOut = await mkdtemp(join(tmpdir(), 'boxwright-out-'));
  const { page } = await workshop.open({
    BOXWRIGHT_DATA_DIR: desk,
    BOXWRIGHT_RELAY_TOKEN: workshop.supervisorToken,
    BOXWRIGHT_HOST_SAVE_DIR: handedOut,
  });
  await drive(page, { ...KNOWN_CAR, worker: 'Kim Keller' }, { to: 'home' });
  const { keyboard } = page;
  await tabTo(page, /^Installations/);
  await keyboard.press('Enter');
  const rows = page.getByRole('grid', { name: 'Jobs' }).locator('[aria-selected]');
  await expect(rows).toHaveCount(3);
  await photograph(page, 'supervisor-day-1');

  // One job is sent back.
  await page.getByRole('grid', { name: 'Jobs' }).focus();
  await keyboard.press('Home');
  await keyboard.press('Enter');
  await expect(page.getByText('1 of 3')).toBeVisible();
  await photograph(page, 'supervisor-day-2');
  await keyboard.press('r');
  const rework = page.getByRole('dialog', { name: 'What has to be done again?' });
  await expect(rework).toBeVisible();
  await photograph(page, 'supervisor-day-3');
  await expect(rework.getByRole('combobox', { name: 'Reason' })).toBeFocused();
  await keyboard.type('Photo c');
  await tabTo(page, 'Instruction');
  await typeByHand(page, 'Take it again with the lamp on.');
  await tabTo(page, 'Send back');
  await keyboard.press('Enter');
  await expect(page.getByText('Rework asked for')).toBeVisible();
  await photograph(page, 'supervisor-day-4');
  // The next one is approved.
  await keyboard.press('j');
  await expect(page.getByText('2 of 3')).toBeVisible();
  await keyboard.press('a');
  await photograph(page, 'supervisor-day-5');
  await expect.poll(async () => (await reviewsAtRelay(workshop)).length).toBe(2);

  await tabTo(page, 'Back to the table');
  await keyboard.press('Enter');
  await expect(rows).toHaveCount(3);

  // The jobs left to review become a saved view.
  await keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search in everything' })).toBeFocused();
  await typeByHand(page, 'Vito');
  await expect(rows).toHaveCount(1);
  await tabTo(page, 'Save this view', 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name of the view' })).toBeFocused();
  await typeByHand(page, 'All Vitos');
  await keyboard.press('Enter');
  const view = page.getByRole('link', { name: 'All Vitos', exact: true });
  await expect(view).toBeVisible();
  await photograph(page, 'supervisor-day-7');
  await tabTo(page, 'All jobs', 'Shift+Tab');
  await keyboard.press('Enter');
  await expect(rows).toHaveCount(3);
  await view.focus();
  await keyboard.press('Enter');
  await expect(rows).toHaveCount(1);

  // The table as it stands is exported.
  await tabTo(page, 'Export…');
  await keyboard.press('Enter');
  const handing = page.getByRole('dialog', { name: 'Export' });
  await expect(handing).toBeVisible();
  await photograph(page, 'supervisor-day-8');
  await tabTo(page, 'Save as…');
  await keyboard.press('Enter');
  await expect(handing.getByText(/^Saved: /)).toBeVisible();
  await photograph(page, 'supervisor-day-9');
  const [file = ''] = await readdir(handedOut);
  const lines = (await readFile(join(handedOut, file), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('M BX 1077');
  await keyboard.press('Escape');
  await expect(handing).toHaveCount(0);

  await tabTo(page, 'Table', 'Shift+Tab');
  await keyboard.press('ArrowRight');
  await expect(page.getByText('Right first time').first()).toBeVisible();
  await photograph(page, 'supervisor-day-10');
  await rm(desk, { recursive: true, force: true });
  await rm(handedOut, { recursive: true, force: true });
});
