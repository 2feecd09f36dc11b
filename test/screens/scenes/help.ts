import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { press } from '../../e2e/fixture/connect.ts';
import { drive, KNOWN_CAR } from '../../e2e/fixture/drive.ts';
import { blocksOf, type Inline, textOf } from '../../../renderer/help/reader/guide-text.ts';
import { guideNames } from '../../../renderer/navigation/help.ts';
import { projectRoot } from '../../host/electron/settings.ts';
import type { Place, Scene } from '../scene.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Help' });
const closed = (page: Page) => expect(help(page)).toHaveCount(0);

/** The section of a guide that stands at the top. */
async function reads(page: Page, heading: string): Promise<void> {
  const title = help(page).getByRole('heading', { name: heading, exact: true });
  await expect(title).toBeInViewport();
  await expect(help(page).getByRole('button', { name: heading, exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  );
}

const places: readonly Place[] = [
  {
    name: 'help-of-step',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await drive(page, KNOWN_CAR, { to: 'before' });
      await page.keyboard.press('F1');
      await reads(page, '4. Box');
    },
  },
  {
    name: 'help-search',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await help(page).getByLabel('Search the guides').fill('test access');
      await expect(help(page).getByRole('button', { name: /^7\. Verify/ })).toBeVisible();
    },
  },
  {
    name: 'help-table',
    at: 'job/installation/box',
    go: async ({ page }) => {
      await help(page).getByLabel('Search the guides').fill('states of an operation');
      await help(page)
        .getByRole('button', { name: /^States of an operation/ })
        .click();
      await reads(page, 'States of an operation');
      await expect(help(page).getByRole('columnheader', { name: 'next to act' })).toBeVisible();
    },
  },
  {
    name: 'help-of-home',
    at: 'home',
    go: async ({ page }) => {
      await page.keyboard.press('F1');
      await closed(page);
      await page.getByRole('button', { name: 'Boxwright, Home' }).click();
      await press(page, 'Help');
      await reads(page, 'For installers');
      const picture = help(page).getByRole('img', { name: /^Home: new installation/ });
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBe(1280);
    },
  },
];

/** The guides are in English in every language, and the window says so. */
function guideTexts(): readonly string[] {
  const wordsOfParts = (parts: readonly Inline[]): readonly string[] =>
    parts.flatMap((part) => ('text' in part ? [part.text.trim()] : wordsOfParts(part.parts)));
  return guideNames
    .flatMap((name) => blocksOf(readFileSync(join(projectRoot, 'docs', `${name}.md`), 'utf8')))
    .flatMap((block) => {
      switch (block.kind) {
        case 'heading':
        case 'paragraph':
          return [textOf(block), ...wordsOfParts(block.parts)];
        case 'list':
          return block.items.flatMap(wordsOfParts);
        case 'table':
          return [block.head, ...block.rows].flat().flatMap(wordsOfParts);
        case 'picture':
        case 'drawing':
          return [textOf(block)];
      }
    });
}

/** The guides over a step and over Home. */
export const helpScene: Scene = {
  name: 'help',
  isLong: true,
  data: guideTexts(),
  places,
};
