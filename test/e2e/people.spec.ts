import { notable } from '../operator/seed/notable.ts';
import { press } from './fixture/connect.ts';
import { fallAsleep, lockPage, switchLockOn, typePin } from './fixture/lock.ts';
import { photograph } from './fixture/photograph.ts';
import { scan } from './fixture/scanner.ts';
import { stageJob } from './fixture/stage.ts';
import { expect, test } from './fixture/workshop.ts';

/* Change of worker by tap or PIN; end of shift. */

test('the next colleague takes over by a tap or a PIN, and no one works under a name that has one @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  await expect(page.getByLabel('Name or bay')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Name or bay')).toBeHidden();
  await press(page, 'Who is working?');
  await page.getByLabel('Name or bay').fill('Bay 3');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Today, Bay 3' })).toBeVisible();
  await expect(page.getByLabel('Name or bay')).toBeHidden();

  await page.getByRole('link', { name: 'Settings' }).click();
  await press(page, 'Add person');
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await dialog.getByLabel('Name or bay').fill('Bay 4');
  await dialog.getByLabel('PIN, four to eight digits').fill('12');
  await press(page, 'Save');
  await expect(dialog.getByRole('alert')).toContainText('four to eight digits');
  await dialog.getByLabel('PIN, four to eight digits').fill('4711');
  await photograph(page, 'people-1-add');
  await press(page, 'Save');
  const list = page.getByRole('listitem').filter({ hasText: 'Bay 4' });
  await expect(list).toContainText('PIN');
  await list.scrollIntoViewIfNeeded();
  await photograph(page, 'people-2-list');

  const question = page.getByRole('dialog', { name: 'Change who is working' });
  await page.getByRole('button', { name: 'Change who is working' }).click();
  await photograph(page, 'people-3-choose');
  await question.getByRole('button', { name: 'Bay 4' }).click();
  await expect(page.getByLabel('PIN of Bay 4')).toBeFocused();
  await page.keyboard.type('1111');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).toContainText('not the PIN of Bay 4');
  await photograph(page, 'people-4-pin');
  await page.getByLabel('PIN of Bay 4').fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Now: Bay 4' })).toBeVisible();
  await expect(question).toHaveCount(0);

  await page.getByRole('button', { name: 'Change who is working' }).click();
  await press(page, 'Someone else');
  await question.getByLabel('Name or bay').fill('Bay 4');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('alert')).toContainText('Bay 4 has a PIN.');
  await press(page, 'Cancel');
  await question.getByRole('button', { name: 'Bay 3' }).click();
  await expect(page.getByRole('button', { name: 'Now: Bay 3' })).toBeVisible();
  await expect(question).toHaveCount(0);

  await press(page, 'Change Bay 4');
  const change = page.getByRole('dialog', { name: 'Change Bay 4' });
  await expect(change).toBeVisible();
  await scan(page, 'STAFF-0042');
  await press(page, 'Save');
  await expect(change).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Bay 4' })).toContainText('Badge');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today, Bay 3' })).toBeVisible();
  await scan(page, 'STAFF-0042');
  await expect(page.getByText('Bay 4 is working now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Now: Bay 4' })).toBeVisible();
});

test('the end of the shift names what is open, and closing the app keeps it @long', async ({ workshop }) => {
  const { page, exited } = await workshop.open();
  await stageJob(page, { car: 20_001, serial: notable.boxes.free[0] });
  await page.getByRole('link', { name: 'End of shift' }).click();
  const begun = page.getByRole('region', { name: /Begun and not finished/ });
  await expect(begun).toContainText(notable.plates.withoutBox);
  await photograph(page, 'shift-1-open');
  await press(page, 'Back to work');
  await expect(page.getByRole('heading', { level: 1, name: /Today/ })).toBeVisible();
  await page.getByRole('link', { name: 'End of shift' }).click();
  // The window may be gone before the browser answers the click.
  const closing = page.getByRole('button', { name: 'Close Boxwright' }).click();
  await closing.catch((cause: unknown) => {
    if (!page.isClosed()) throw cause;
  });
  expect(await exited).toBe(0);
  const again = await workshop.open();
  await expect(again.page.getByRole('article').filter({ hasText: notable.plates.withoutBox })).toBeVisible();
});

test('a locked app shows nothing of the customer at its start, is opened by PIN or badge, and stays on @long', async ({
  app,
  workshop,
}) => {
  const first = await workshop.open();
  await switchLockOn(first.page);
  await first.close();

  const second = await app.start(workshop.env);
  await expect(lockPage(second.page)).toBeVisible();
  expect(await second.page.locator('body').innerText()).not.toContain(notable.plates.withoutBox);
  const refused = await second.page.evaluate(() => window.boxwright.directory.recentCars({ limit: 5 }));
  expect(refused).toMatchObject({ ok: false, error: { code: 'window-locked' } });
  await second.page.getByLabel('PIN of Bay 3, or badge').fill('1111');
  await second.page.keyboard.press('Enter');
  await expect(lockPage(second.page).getByRole('alert')).toContainText('neither the PIN of Bay 3');
  await second.page.getByLabel('PIN of Bay 3, or badge').fill('4711');
  await second.page.keyboard.press('Enter');
  await expect(lockPage(second.page)).toHaveCount(0);
  await expect(second.page.getByRole('button', { name: 'Now: Bay 3' })).toBeVisible();
  await second.page.getByRole('link', { name: 'Settings' }).click();
  await second.page.getByRole('region', { name: 'Idle lock' }).getByText('Never').click();
  const question = second.page.getByRole('dialog', { name: 'Loosen the idle lock' });
  await question.getByLabel('PIN', { exact: true }).fill('1111');
  await press(second.page, 'Change the lock');
  await expect(question.getByRole('alert')).toContainText('not the PIN of Bay 3');
  await second.close();

  const third = await app.start(workshop.env);
  await expect(lockPage(third.page)).toBeVisible();
  await scan(third.page, 'STAFF-0042');
  await expect(lockPage(third.page)).toHaveCount(0);
  await expect(third.page.getByRole('button', { name: 'Now: Bay 4' })).toBeVisible();
});

test('a laptop that slept shows nothing until a PIN, keeps what was typed, and closes without a question @long', async ({
  workshop,
}) => {
  const laptop = await workshop.open();
  const { page } = laptop;
  await switchLockOn(page);
  await page.getByRole('link', { name: 'Directory' }).click();
  const search = page.getByRole('searchbox').first();
  await search.fill('QX 47');
  await fallAsleep(laptop);
  const shown = await page.locator('body').innerText();
  expect(shown).not.toMatch(/QX|Fleet North/);
  await typePin(page, '4711');
  await expect(lockPage(page)).toHaveCount(0);
  await expect(search).toHaveValue('QX 47');
  await stageJob(page, { car: 20_001 });
  await fallAsleep(laptop);
  await typePin(page, '4712');
  await expect(lockPage(page).getByRole('alert')).toContainText('neither the PIN of Bay 3');
  const closing = page.getByRole('button', { name: 'Close Boxwright' }).click();
  await closing.catch((cause: unknown) => {
    if (!page.isClosed()) throw cause;
  });
  expect(await laptop.exited).toBe(0);
});
