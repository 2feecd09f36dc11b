import { expect, type Page } from '@playwright/test';
import { type Language, language } from '../../shared/domain/settings.ts';
import { PATIENCE_MS } from '../runner/patience.ts';

export const languages = language.options;
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** In which language and theme a place is looked at. */
export interface Look {
  readonly language: Language;
  readonly theme: Theme;
}

/** The languages and themes of a run. */
export const plainLook: Look = { language: 'en', theme: 'light' };

/** How a window takes on another look where it refuses to be asked for one. */
const ownWays = new WeakMap<Page, (look: Look) => Promise<void>>();

/** From now on this window is dressed so; null = as every other one. */
export function dressBy(page: Page, way: ((look: Look) => Promise<void>) | null): void {
  if (way === null) ownWays.delete(page);
  else ownWays.set(page, way);
}

/** Chooses language and theme as a person's choice is kept; resolves once the window wears them and stands still. */
export async function wear(page: Page, look: Look): Promise<void> {
  const ownWay = ownWays.get(page);
  if (ownWay !== undefined) await ownWay(look);
  // Looked at with every frame: there are hundreds of changes in a walk, and asking from outside takes longer than they do.
  const worn = await page.evaluate(
    async ({ wanted, patience }) => {
      const { documentElement: html } = document;
      const now = () => ({ language: html.lang, theme: html.getAttribute('data-mantine-color-scheme') });
      const isWorn = () => now().language === wanted.language && now().theme === wanted.theme;
      const until = performance.now() + patience;
      // A browser that draws no frame must not hold the test for ever.
      const frame = () =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve);
          setTimeout(resolve, 1_000);
        });
      if (!isWorn()) await window.boxwright.app.changePreferences(wanted);
      while (!isWorn() && performance.now() < until) await frame();
      return now();
    },
    { wanted: look, patience: PATIENCE_MS },
  );
  expect(worn).toEqual(look);
  await standStill(page);
}

/** Brings what moves by itself and ends by itself to its end, and waits for typefaces. */
export async function standStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    // A browser that draws no frame must not hold the test for ever.
    const drawn = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
        setTimeout(resolve, 1_000);
      });
    await drawn();
    for (const moving of document.getAnimations())
      if (moving.effect?.getComputedTiming().iterations !== Infinity) moving.finish();
    await drawn();
  });
}
