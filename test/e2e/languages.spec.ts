import type { Page } from '@playwright/test';
import type { Language } from '../../shared/domain/preferences.ts';
import { installationSteps } from '../demo/installation.ts';
import { expectNothingCutOff } from './fixture/cut-off.ts';
import { KNOWN_CAR } from './fixture/drive.ts';
import { expect, test } from './fixture/workshop.ts';

const TRANSLATIONS: readonly Language[] = ['de', 'fr', 'es'];
/** Longest words, most lines: from here on each place is looked at in every language. */
const STEPS: ReadonlySet<string> = new Set(['car', 'keyfob', 'fitting', 'test-access-confirmed', 'finish']);
const PLACES = ['home', 'queue', 'settings', 'directory/cars/20001', 'directory/products', 'connect'];

test('no text of any language is cut off, on any screen of the smallest size', async ({ workshop }) => {
  const { page } = await workshop.open();
  for (const { name, act } of installationSteps(KNOWN_CAR)) {
    await act(page);
    if (STEPS.has(name)) await fitsInEveryLanguage(page, name);
  }
  for (const place of PLACES) {
    await page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/${place}`);
    await fitsInEveryLanguage(page, place);
  }
});

async function fitsInEveryLanguage(page: Page, place: string): Promise<void> {
  for (const language of TRANSLATIONS) {
    await speak(page, language);
    await expectNothingCutOff(page, `${place} in ${language}`);
  }
  await speak(page, 'en');
}

async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((wanted) => window.boxwright.app.changePreferences({ language: wanted }), language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}
