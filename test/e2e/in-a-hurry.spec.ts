import type { Page } from '@playwright/test';
import { fillBefore } from '../demo/installation.ts';
import { notable } from '../operator/seed/notable.ts';
import { atHome, drive, KNOWN_CAR, section } from './fixture/drive.ts';
import { furnish, LEAVING } from './fixture/leaving.ts';
import { scan } from './fixture/scanner.ts';
import { heldAbout } from './fixture/operator-record.ts';
import { openJob, stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* Extra Enters, stray scans and late taps change nothing. */

const WITHOUT_BOX = 20_002;

const notice = (page: Page) => page.getByRole('status', { name: 'Scanned' });
const rail = (page: Page, step: RegExp) =>
  page.getByRole('navigation', { name: 'Steps of this job' }).getByRole('button', { name: step });

test('one Enter too many takes no car, no group and no user, and an abandoned job leaves nothing to resume', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  // So that there is a recent one, which stands on top of the list.
  await stageJob(page, { car: WITHOUT_BOX });
  await page.keyboard.press('n');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('First choose a car')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take this car' })).toBeDisabled();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { selected: true })).toBeVisible();

  await page.getByRole('button', { name: 'Leave, keep all' }).click();
  await atHome(page);
  await expect(section(page, 'In progress').getByRole('article')).toHaveCount(1);
  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Leave, keep all' }).click();
  await atHome(page);
  await expect(section(page, 'In progress').getByRole('article')).toHaveCount(1);

  const fitted = await stageJob(page, { car: WITHOUT_BOX, serial: notable.boxes.free[1] });
  await openJob(page, fitted);
  await expect(page.getByLabel('Search or name a group')).toBeFocused();
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use this group' })).toBeDisabled();
});

test('a scan without a field is explained, and Escape dismisses the explanation @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await scan(page, notable.iq.free[0]);
  await expect(notice(page)).toContainText('This is a product, but not a Box.');
  await expect(notice(page).getByRole('button', { name: 'Show the product' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(notice(page)).toBeEmpty();
});

test('the reason of a refused Box is in view on the smallest of common screens, in a series too @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('button', { name: 'Begin a series' }).click();
  const dialog = page.getByRole('dialog', { name: 'Begin a series' });
  await dialog.getByLabel('How many cars?').fill('1');
  await dialog.getByRole('button', { name: 'Begin a series' }).click();
  await page.getByLabel('Plate, VIN, name or brand').fill(notable.plates.withoutBox);
  await page.getByRole('button', { name: 'Take this car' }).click();
  await drive(page, KNOWN_CAR, { from: 'keyfob', to: 'keyfob' });
  await fillBefore(page);
  await scan(page, notable.boxes.freeSmall[0]);
  await expect(page.getByText('Wrong variant', { exact: true })).toBeInViewport({ ratio: 1 });

  // The last car of the series: finishing it is what is proposed, and ends the series.
  await drive(page, KNOWN_CAR, { from: 'box', to: 'finish' });
  await page.getByRole('button', { name: 'Finish, series complete' }).click();
  await atHome(page);
  await expect(section(page, 'Series')).toHaveCount(0);
});

test('an unsent operation is never called on its way: neither a Box that is only chosen, nor anything offline @long', async ({
  workshop,
}) => {
  furnish(workshop);
  const { page } = await workshop.open();
  await atHome(page);
  await page.getByRole('button', { name: /^Swap a Box/ }).click();
  await page.getByRole('combobox').fill(LEAVING.plate);
  await page.getByRole('option').filter({ hasText: LEAVING.plate }).first().click();
  await page.getByRole('button', { name: /^This Box leaves/ }).click();
  await expect(page.getByText('Over', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Continue/ }).click();
  await page.getByLabel('Serial number').fill(notable.boxes.free[0]);
  // Before it was checked the button checks.
  await expect(page.getByText('Checked. Press Enter once more to take this Box.')).toBeVisible();
  await page.getByRole('button', { name: /^Take this Box/ }).click();
  await expect(rail(page, /^Box\s*Taken/)).toBeVisible();
  await page.getByRole('button', { name: /^Continue/ }).click();
  // Three are listed, and one of them is over already.
  await expect(page.getByText('2 accesses to this car end.')).toBeVisible();

  await workshop.operator.stop();
  await page.getByText('Box defective').click();
  await page.getByText(`Box ${LEAVING.box} leaves ${LEAVING.plate}`).click();
  await page.getByRole('button', { name: 'Swap the Boxes' }).click();
  await expect(page.getByRole('contentinfo').getByText('1 to send')).toBeVisible();
  await expect(rail(page, /^Swap/)).toContainText('Saved here');
});

test('the verdict on a list that cannot be planned whole comes into view by itself @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('link', { name: 'Cars from a list' }).click();
  await page.getByRole('button', { name: 'Import a list' }).click();
  const columns = 'Plate,VIN,Brand,Model,Box,Group,Site';
  const rows = Array.from({ length: 8 }, () => 'M NEU 1,WF0EXXTTRE4A12345,Ford,Transit,,,North');
  await page.locator('input[type=file]').setInputFiles({
    name: 'day.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([columns, ...rows].join('\n')),
  });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByText('7 cannot be planned')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('This plate is already in line 2.').first()).toBeInViewport({ ratio: 1 });
});

test('a tap that was meant for the next car says nothing of this one when the result comes just then @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await page.evaluate(() => {
    const tapAtOnce = new MutationObserver(() => {
      const act = [...document.querySelectorAll('button')].find(({ textContent }) =>
        textContent.startsWith('It opened and closed'),
      );
      if (act === undefined) return;
      tapAtOnce.disconnect();
      document.documentElement.dataset['tapped'] = 'yes';
      act.click();
    });
    tapAtOnce.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await drive(page, KNOWN_CAR, { to: 'test-access-confirmed' });
  await expect(page.locator('html')).toHaveAttribute('data-tapped', 'yes');
  const act = page.getByRole('button', { name: 'It opened and closed' });
  await expect(act).toBeEnabled();
  expect(heldAbout(workshop.operator, notable.plates.withoutBox).events).toEqual([]);
  await act.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Finish' })).toBeVisible();
});
