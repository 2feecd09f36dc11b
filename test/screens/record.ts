import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'zod';
import { askAxe, axeAnswer } from './axe.ts';
import { languages, themes, wear } from './looks.ts';
import type { ScreensOptions } from './options.ts';
import type { Place } from './scene.ts';

/** One screen: its pictures, and what axe said of each. */
export const screenRecord = z.object({
  name: z.string(),
  at: z.string(),
  scene: z.string(),
  looks: z.array(
    z.object({
      language: z.enum(languages),
      theme: z.enum(themes),
      width: z.number(),
      height: z.number(),
      /** The file beside this one. */
      picture: z.string(),
      axe: axeAnswer,
    }),
  ),
});
export type ScreenRecord = z.infer<typeof screenRecord>;

/** Takes what the window shows down in every look asked for: `NAME-LANGUAGE-THEME-SIZE.png` and `NAME.json`. */
export async function record(
  page: Page,
  scene: string,
  { name, at }: Place,
  options: ScreensOptions,
): Promise<ScreenRecord> {
  await mkdir(options.out, { recursive: true });
  const looks: ScreenRecord['looks'] = [];
  for (const size of options.sizes) {
    await page.setViewportSize(size);
    for (const theme of options.themes) {
      for (const language of options.languages) {
        await wear(page, { language, theme });
        const picture = `${name}-${language}-${theme}-${size.width}x${size.height}.png`;
        await page.screenshot({ path: join(options.out, picture), animations: 'disabled' });
        looks.push({ language, theme, ...size, picture, axe: await askAxe(page) });
      }
    }
  }
  const taken: ScreenRecord = { name, at, scene, looks };
  await writeFile(join(options.out, `${name}.json`), `${JSON.stringify(taken, null, 2)}\n`);
  return taken;
}
