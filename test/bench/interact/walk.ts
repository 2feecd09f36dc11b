import type { Page } from '@playwright/test';
import type { Answer, Sight } from '../window/input.ts';
import { answered } from '../window/input.ts';

/** The input of one run through the screens: a window, and a way to do something that is measured. */
export interface Walk {
  readonly page: Page;
  /** The number of this walk: no two ask for quite the same. */
  readonly round: number;
  /** Does one thing, and waits until what it brings is painted. */
  readonly step: (name: string, sight: Sight, act: () => Promise<unknown>) => Promise<void>;
}

/** All answers of each action, by its name, in the order in which they first came. */
export type Answers = ReadonlyMap<string, readonly Answer[]>;

/** Walks `rounds` times; a walk before them warms up and is thrown away, unless all is warm. */
export async function walked(
  page: Page,
  rounds: number,
  walk: (walk: Walk) => Promise<void>,
  start: 'warm-up' | 'no warm-up' = 'warm-up',
): Promise<Answers> {
  const taken = new Map<string, Answer[]>();
  for (let round = start === 'warm-up' ? 0 : 1; round <= rounds; round += 1) {
    await walk({
      page,
      round,
      step: async (name, sight, act) => {
        const answer = await answered(page, sight, act);
        if (round > 0) taken.set(name, [...(taken.get(name) ?? []), answer]);
      },
    });
  }
  return taken;
}

/** The answers of several walks as those of one. */
export function together(walks: readonly Answers[]): Answers {
  const all = new Map<string, readonly Answer[]>();
  for (const [name, answers] of walks.flatMap((walk) => [...walk])) {
    all.set(name, [...(all.get(name) ?? []), ...answers]);
  }
  return all;
}

/** Goes to a screen without being measured, and waits for what it shows. */
export async function at(page: Page, place: string, css: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  await page.locator(css).first().waitFor();
}

/** Types without being measured, and waits for what it brings. */
export async function typed(page: Page, field: string, text: string, css: string): Promise<void> {
  await page.locator(field).fill(text);
  await page.locator(css).first().waitFor();
}
