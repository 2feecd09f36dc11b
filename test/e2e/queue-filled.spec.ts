import type { Page } from '@playwright/test';
import { fillWithHeld, fillWithIncidents } from './fixture/fill-queue.ts';
import { photograph } from './fixture/photograph.ts';
import { expect, test } from './fixture/workshop.ts';

/* Ten thousand operations; incidents after an end. */

// Acts that are not an installer's.
test.use({ role: 'supervisor' });

const COUNT = 10_000;
/** The rows in view and a block around them; far from all of them, on any screen. */
const FEW = 80;
const rows = (page: Page) => page.getByRole('listbox').getByRole('option');
const opened = (page: Page) => page.getByRole('article');

test('ten thousand operations on screen: few are drawn, and the filter and the keys reach all of them @long', async ({
  workshop,
  app,
}) => {
  const first = await workshop.open();
  await first.close();
  fillWithHeld({ dataDir: app.dataDir, baseUrl: workshop.operator.url }, COUNT);
  const { page } = await workshop.open();
  await page.getByRole('link', { name: /^Queue/ }).click();
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(COUNT));
  expect(await rows(page).count()).toBeLessThan(FEW);

  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { name: 'Q 10000' })).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(FEW);
  await page.keyboard.press('Home');
  await expect(page.getByRole('option', { name: 'Q 00001' })).toBeVisible();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(opened(page)).toContainText('Night fleet');

  await page.getByRole('searchbox').fill('Q 05000');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).click();
  await expect(opened(page)).toContainText('Q 05000');
  await page.getByRole('searchbox').fill('');
  await expect(rows(page).first()).toHaveAttribute('aria-setsize', String(COUNT));
  expect(await rows(page).count()).toBeLessThan(FEW);
  await photograph(page, 'queue-10-ten-thousand');
});

test('an incident after an end is shown with the possible actions, and marked as seen by a person @long', async ({
  workshop,
  app,
}) => {
  const first = await workshop.open();
  await first.close();
  fillWithIncidents({ dataDir: app.dataDir, baseUrl: workshop.operator.url });
  const { page } = await workshop.open();
  await page.getByRole('link', { name: /^Queue/ }).click();
  await rows(page).filter({ hasText: '0107700042' }).click();
  await expect(opened(page)).toContainText('Accesses that go with the Box');
  await photograph(page, 'queue-11-revoked-assignments');
  await page.keyboard.press('s');
  const seen = page.getByRole('dialog', { name: 'Have you seen this?' });
  await expect(seen).toBeVisible();
  await photograph(page, 'queue-12-seen');
  await seen.getByRole('button', { name: 'I have seen it' }).click();
  await expect(seen).toHaveCount(0);

  await rows(page).filter({ hasText: 'Bay 3 Tester' }).click();
  await expect(opened(page)).toContainText('This access was given twice');
  await photograph(page, 'queue-13-given-twice');
  await opened(page).getByRole('button', { name: 'End this access' }).click();
  const end = page.getByRole('dialog', { name: 'End the second access?' });
  await expect(end).toBeVisible();
  await photograph(page, 'queue-14-end-the-second');
  await end.getByRole('button', { name: 'End this access' }).click();
  await expect(opened(page).getByRole('link', { name: /Remove the access of/ })).toBeVisible();
  await expect
    .poll(() => workshop.operator.journal.entries.map(({ method, path }) => `${method} ${path}`))
    .toContain('DELETE /assignments/88001');
});
