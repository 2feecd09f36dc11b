import { expect, type Page } from '@playwright/test';
import type { Language } from '../../shared/domain/preferences.ts';

export const languages = ['en', 'de', 'fr', 'es'] as const satisfies readonly Language[];
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** In which language and theme a place is looked at. */
export interface Look {
  readonly language: Language;
  readonly theme: Theme;
}

/** What scenes are walked in. */
export const plainLook: Look = { language: 'en', theme: 'light' };

/** Chooses language and theme as a person's choice is kept; resolves once the window wears them and stands still. */
export async function wear(page: Page, look: Look): Promise<void> {
  const changed = await page.evaluate((chosen) => window.boxwright.app.changePreferences(chosen), look);
  expect(changed.ok, 'language and theme were saved').toBe(true);
  await expect(page.locator('html')).toHaveAttribute('lang', look.language);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.theme);
  await standStill(page);
}

/** Waits for what moves by itself and ends by itself, for typefaces and pictures. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await drawn();
    const moving = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    // One that is taken off the page in between ends by an error.
    await Promise.allSettled(moving.map(({ finished }) => finished));
    await drawn();
  });
}
