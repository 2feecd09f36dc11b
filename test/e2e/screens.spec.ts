import { askAxe, reported } from '../screens/axe.ts';
import { crampedIn, LEAST_ROOM } from '../screens/cramped.ts';
import { dataOf, hardCoded } from '../screens/hard-coded.ts';
import { languages, plainLook, standStill, type Theme, themes, wear } from '../screens/looks.ts';
import { movesIn } from '../screens/motion.ts';
import { teachPseudo } from '../screens/pseudo.ts';
import { scenes } from '../screens/scenes.ts';
import { colourAloneIn } from '../screens/state-signs.ts';
import { walk } from '../screens/walk.ts';
import { expectNothingCutOff } from './fixture/cut-off.ts';
import { SCREEN_SIZES } from './fixture/screenshots.ts';
import { expect, test } from './fixture/workshop.ts';

/* The screens of `test/screens` (all in the long run): WCAG 2.2 AA, no cut-off word. */

/**
 * The first place at each screen of a scene with all rules of axe in the light theme, with those about colours in the dark theme, and
 * in the pseudo language, whose texts are a third longer than English. `npm run test:long` sets `BOXWRIGHT_ALL_LOOKS`: every place has
 * these, all rules in the dark theme, every language in both themes and sizes, and the least room.
 */
const allLooks = process.env['BOXWRIGHT_ALL_LOOKS'] === '1';

for (const scene of scenes) {
  test.describe(() => {
    test.use({ role: scene.role ?? 'installer' });
    test(`every screen of "${scene.name}" keeps WCAG 2.2 AA, cuts off no word, and has none written by hand${scene.isLong ? ' @long' : ''}`, async ({
      app,
      workshop,
    }) => {
      const seen = new Set<string>();
      await walk(scene, { app, workshop }, async (page, { name, at }) => {
        if (seen.has(at) && !allLooks) return;
        seen.add(at);
        // Stays so for the scene: each change of the wish computes every style of the page again.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        expect.soft(await movesIn(page), `moves in ${name}`).toEqual([]);
        const looked = async (theme: Theme, rules: 'all' | 'colours'): Promise<void> => {
          expect.soft(reported(await askAxe(page, rules)), `${name}, ${theme}`).toEqual([]);
          expect.soft(await colourAloneIn(page), `shown by colour alone in ${name}, ${theme}`).toEqual([]);
        };
        await wear(page, plainLook);
        await looked(plainLook.theme, 'all');
        const pseudo = await teachPseudo(page);
        // The pseudo language takes the place of German. The dark theme comes with it: each change draws the page again.
        await wear(page, { language: 'de', theme: 'dark' });
        await looked('dark', 'colours');
        const strange = await hardCoded(page, dataOf({ app, workshop }, scene));
        expect.soft(strange, `hard-coded in ${name}`).toEqual([]);
        await expectNothingCutOff(page, `${name} in the pseudo language`);
        await pseudo.takeBack();
        if (!allLooks) return;

        for (const language of languages)
          for (const theme of themes)
            for (const size of SCREEN_SIZES) {
              await page.setViewportSize(size);
              await wear(page, { language, theme });
              const look = `${name} in ${language}, ${theme}, ${size.width}`;
              await expectNothingCutOff(page, look);
              expect.soft(reported(await askAxe(page)), look).toEqual([]);
            }
        for (const size of LEAST_ROOM) {
          await page.setViewportSize(size);
          await standStill(page);
          // A table of many columns has two directions to scroll in, as WCAG 1.4.10 allows it.
          if (at === 'installations') continue;
          expect.soft(await crampedIn(page), `${name} in a width of ${size.width}`).toEqual([]);
          await expectNothingCutOff(page, `${name} in a width of ${size.width}`);
        }
      });
    });
  });
}
