import { askAxe, told } from '../screens/axe.ts';
import { crampedIn, LEAST_ROOM } from '../screens/cramped.ts';
import { dataOf, hardCoded } from '../screens/hard-coded.ts';
import { type Look, standStill, wear } from '../screens/looks.ts';
import { movesIn } from '../screens/motion.ts';
import { teachPseudo } from '../screens/pseudo.ts';
import { scenes } from '../screens/scenes.ts';
import { colourAloneIn } from '../screens/state-signs.ts';
import { walk } from '../screens/walk.ts';
import { expectNothingCutOff } from './fixture/cut-off.ts';
import { expect, test } from './fixture/workshop.ts';

/** Every screen in every language and theme is `npm run screens`; here each theme in one language, each language once. */
const AXE_LOOKS: readonly Look[] = [
  { language: 'de', theme: 'dark' },
  { language: 'en', theme: 'light' },
];
const OTHER_LANGUAGES: readonly Look[] = [
  { language: 'fr', theme: 'dark' },
  { language: 'es', theme: 'dark' },
];

for (const scene of scenes) {
  test(`every screen of "${scene.name}" keeps WCAG 2.2 AA, cuts off no word of any language, and has none written by hand`, async ({
    app,
    workshop,
  }) => {
    // A backstop, as long as the scene: nothing waits for it.
    test.setTimeout(60_000 + 15_000 * scene.places.length);
    await walk(scene, { app, workshop }, async (page, { name, at }) => {
      const pseudo = await teachPseudo(page);
      await wear(page, { language: 'de', theme: 'light' });
      const strange = await hardCoded(page, dataOf({ app, workshop }, scene));
      expect.soft(strange, `hard-coded in ${name}`).toEqual([]);
      await pseudo.takeBack();
      for (const look of OTHER_LANGUAGES) {
        await wear(page, look);
        await expectNothingCutOff(page, `${name} in ${look.language}`);
      }
      for (const look of AXE_LOOKS) {
        await wear(page, look);
        await expectNothingCutOff(page, `${name} in ${look.language}`);
        expect.soft(told(await askAxe(page)), `${name} in ${look.language}, ${look.theme}`).toEqual([]);
        expect.soft(await colourAloneIn(page), `told by colour alone in ${name}, ${look.theme}`).toEqual([]);
      }
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect.soft(await movesIn(page), `moves in ${name}`).toEqual([]);
      await page.emulateMedia({ reducedMotion: null });
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
}
