import type { Page } from '@playwright/test';
import { at } from './walk.ts';

/** A text as a scanner types it, and the content of the field when the window was at rest again. */
export interface Typed {
  readonly sent: string;
  readonly came: string;
}

/** The fields of long searches, each on its screen. */
const FIELDS = [
  { place: '#/directory/cars', css: 'main input[type=search]' },
  { place: '#/queue', css: 'main input[type=search]' },
] as const;
/** A VIN, as a scanner reads it. */
const LENGTH = 17;
/** As a scanner types: without waiting for the window. */
export async function typing(page: Page, rounds: number): Promise<readonly Typed[]> {
  const all: Typed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { place, css } of FIELDS) {
      await at(page, place, css);
      const field = page.locator(css).first();
      await field.fill('');
      await field.focus();
      const sent = `wf0xxxttgx${String(1_000_000 + round * 7919)}`.slice(0, LENGTH);
      await Promise.all(Array.from(sent, (character) => page.keyboard.press(character)));
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      all.push({ sent, came: await field.inputValue() });
      await field.fill('');
    }
  }
  return all;
}
