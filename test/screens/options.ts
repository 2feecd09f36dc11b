import { parseArgs } from 'node:util';
import { z } from 'zod';
import { languages, themes } from './looks.ts';
import { SCREEN_SIZES } from '../e2e/fixture/screenshots.ts';

export const usage = `npm run screens -- --out DIR [--only NAME]… [--language en|de|fr|es]… [--theme light|dark]… [--size 1280x800]…
  --out       where pictures, one JSON per screen and index.html are put
  --only      only the screens or scenes whose name begins so
  --language  only this language; all four when left out
  --theme     only this theme; both when left out
  --size      width and height of the window; ${SCREEN_SIZES.map(({ width, height }) => `${width}x${height}`).join(' or ')}, the first when left out`;

const size = z
  .string()
  .regex(/^\d{3,4}x\d{3,4}$/)
  .transform((text) => {
    const [width = 0, height = 0] = text.split('x').map(Number);
    return { width, height };
  });

/** The options of a run. Handed to the walk as JSON in `BOXWRIGHT_SCREENS`. */
export const screensOptions = z.strictObject({
  out: z.string().min(1),
  only: z.array(z.string().min(1)),
  languages: z.array(z.enum(languages)).min(1),
  themes: z.array(z.enum(themes)).min(1),
  sizes: z.array(z.strictObject({ width: z.number(), height: z.number() })).min(1),
});
export type ScreensOptions = z.infer<typeof screensOptions>;

/** The options of the command; null with anything it does not know. */
export function optionsOf(args: readonly string[]): ScreensOptions | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        out: { type: 'string' },
        only: { type: 'string', multiple: true, default: [] },
        language: { type: 'string', multiple: true, default: [...languages] },
        theme: { type: 'string', multiple: true, default: [...themes] },
        size: { type: 'string', multiple: true, default: ['1280x800'] },
      },
    });
    return screensOptions.parse({
      out: values.out,
      only: values.only,
      languages: values.language,
      themes: values.theme,
      sizes: values.size.map((text) => size.parse(text)),
    });
  } catch {
    return null;
  }
}

/** Is this screen of this scene asked for? */
export function isAskedFor({ only }: ScreensOptions, scene: string, place: string): boolean {
  return only.length === 0 || only.some((name) => scene.startsWith(name) || place.startsWith(name));
}
