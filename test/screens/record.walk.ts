import { test } from '../e2e/fixture/workshop.ts';
import { isAskedFor, screensOptions } from './options.ts';
import { record } from './record.ts';
import { scenes } from './scenes.ts';
import { walk } from './walk.ts';

/** The limit of one picture on a machine under load; a backstop for what hangs, nothing waits for it. */
const LONGEST_LOOK_MS = 15_000;

const options = screensOptions.parse(JSON.parse(process.env['BOXWRIGHT_SCREENS'] ?? '{}'));
const looks = options.sizes.length * options.themes.length * options.languages.length;

for (const scene of scenes) {
  const wanted = scene.places.filter(({ name }) => isAskedFor(options, scene.name, name));
  if (wanted.length === 0) continue;
  test.describe(() => {
    test.use({ role: scene.role ?? 'installer' });
    test(`${scene.name}: ${wanted.length} screens`, async ({ app, workshop }) => {
      test.setTimeout(120_000 + LONGEST_LOOK_MS * (scene.places.length + wanted.length * looks));
      await walk(
        scene,
        { app, workshop },
        async (page, place) => void (await record(page, scene.name, place, options)),
        (place) => wanted.includes(place),
      );
    });
  });
}
