import { expect, type Page, test } from '@playwright/test';
import { SCREEN_SIZES } from '../e2e/fixture/screenshots.ts';
import { STALLED_AFTER_MS } from '../runner/patience.ts';
import { dialogPlaces } from './dialogs.ts';
import { plainLook, wear } from './looks.ts';
import type { Hands, Place, Scene } from './scene.ts';
import { sightOf } from './sight.ts';

const withDialog = new Set<string>(Object.values(dialogPlaces));

/**
 * Walks a scene from its first place to the last one wanted, in English and light, and shows each wanted place to
 * `visit`, which may change language, theme and size: they are put back afterwards.
 */
export async function walk(
  scene: Scene,
  hands: Hands,
  visit: (page: Page, place: Place) => Promise<void>,
  isWanted: (place: Place) => boolean = () => true,
): Promise<void> {
  const page = await (scene.open?.(hands) ?? hands.workshop.open().then((launched) => launched.page));
  await page.setViewportSize(SCREEN_SIZES[0]);
  const last = scene.places.findLastIndex(isWanted);
  const go = async (place: Place): Promise<void> => {
    await place.go({ ...hands, page });
    // The window goes on after main has answered.
    await expect.poll(() => sightOf(page), { message: `where ${place.name} is` }).toBe(place.at);
    if (withDialog.has(place.name))
      await expect(page.getByRole('dialog').first(), `the dialog of ${place.name}`).toBeVisible();
    if (!isWanted(place)) return;
    await visit(page, place);
    await page.setViewportSize(SCREEN_SIZES[0]);
    await wear(page, plainLook);
  };
  // A step each: the watchdog of `npm test` sees a long scene go on. A place that hangs is named before the watchdog ends the run.
  for (const place of scene.places.slice(0, last + 1))
    await test.step(place.name, () => go(place), { timeout: STALLED_AFTER_MS - 30_000 });
}
