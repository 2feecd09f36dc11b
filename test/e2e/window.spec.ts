import type { Page } from '@playwright/test';
import { drive, KNOWN_CAR } from './fixture/drive.ts';
import { expect, test } from './fixture/workshop.ts';

/* Theme, language and worker over a restart. */

test('theme, language and who is working are kept over a restart @long', async ({ workshop }) => {
  const first = await workshop.open();
  await drive(first.page, KNOWN_CAR, { to: 'home' });
  await first.page.getByRole('link', { name: 'Settings' }).click();
  const html = first.page.locator('html');
  const theme = first.page.getByRole('radiogroup', { name: 'Theme' });
  for (const [choice, scheme] of [
    ['Light', 'light'],
    ['Dark', 'dark'],
  ] as const) {
    await theme.getByText(choice, { exact: true }).click();
    await expect(html).toHaveAttribute('data-mantine-color-scheme', scheme);
  }
  await first.page.getByRole('radiogroup', { name: 'Language' }).getByText('Deutsch').click();
  await expect(html).toHaveAttribute('lang', 'de');
  await first.page.getByRole('link', { name: 'Start' }).click();
  await saysGerman(first.page);
  await first.close();

  const { page } = await workshop.open();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await saysGerman(page);
});

test('a language with unreadable words is reported in the previous language, and the window goes on @long', async ({
  workshop,
}) => {
  const { page } = await workshop.open();
  const faults: Error[] = [];
  page.on('pageerror', (fault) => faults.push(fault));
  await page.route(/\/assets\/de-.*\.js/, (route) => route.abort());
  await drive(page, KNOWN_CAR, { to: 'home' });
  await page.getByRole('link', { name: 'Settings' }).click();
  const languages = page.getByRole('radiogroup', { name: 'Language' });
  await languages.getByText('Deutsch').click();
  const note = page.getByRole('contentinfo').getByRole('button', { name: 'Language not read' });
  await note.click();
  const said = page.getByText('The texts for Deutsch could not be read');
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');

  // The same at the next opening of the window: English, and why.
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await note.click();
  await expect(said).toBeVisible();
  await page.keyboard.press('Escape');

  await languages.getByText('Español').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('contentinfo').getByRole('button', { name: /Idioma/ })).toHaveCount(0);
  expect(faults).toEqual([]);
});

async function saysGerman(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Heute, Bay 3' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Neuer Einbau/ })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /Bay 3/ })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Verbunden');
}
