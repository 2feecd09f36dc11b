import { z } from 'zod';
import { test } from '../e2e/fixture/workshop.ts';
import { scenes } from '../screens/scenes.ts';
import { walk } from '../screens/walk.ts';

/** The scene of `npm run dev -- --scene NAME`, and the app it built. */
const asked = z
  .object({ scene: z.string(), folder: z.string(), headless: z.boolean() })
  .parse(JSON.parse(process.env['BOXWRIGHT_SCENE'] ?? '{}'));

test.use({ appFolder: asked.folder, appVisible: !asked.headless });

for (const scene of scenes.filter(({ places }) => places.some(({ name }) => name === asked.scene))) {
  test.describe(() => {
    test.use({ role: scene.role ?? 'installer' });
    test(asked.scene, async ({ app, workshop }) => {
      const { promise: closed, resolve } = Promise.withResolvers<unknown>();
      await walk(
        scene,
        { app, workshop },
        // A step of the walk is bounded in time: the window is waited for after it.
        async (page) => void page.once('close', resolve),
        ({ name }) => name === asked.scene,
      );
      console.log(`at ${asked.scene}`);
      await closed;
    });
  });
}
