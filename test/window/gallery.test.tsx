import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Frame } from '../gallery/Frame.tsx';
import { componentAnswers, places } from '../gallery/places.ts';
import { galleryTheme } from '../gallery/view.ts';
import { main } from './page/main-process.ts';
import { openWindow, showPart } from './page/open-window.tsx';

test.each(galleryTheme.options)('every component of the gallery is shown in the %s theme', async (theme) => {
  main.answer(componentAnswers());
  const element = await showPart(
    <Frame view={{ part: 'components', theme, language: 'en', place: null }} screens={[]} />,
    theme,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in to the proxy' })).toBeInTheDocument();
  const empty = [...element.querySelectorAll('main > section')].filter(
    ({ childNodes }) => childNodes.length < 2,
  );
  expect(empty.map(({ id }) => id)).toEqual([]);
});

test('a place of the screenshot run is shown with its command, and with the picture of the chosen look', async () => {
  const pictures = ['light', 'dark'].map((theme) => ({
    language: 'de',
    theme,
    width: 1280,
    height: 800,
    picture: `queue-de-${theme}-1280x800.png`,
  }));
  const screens = [{ scene: 'queue', places: [{ name: 'queue-empty', pictures }] }];
  const element = await showPart(
    <Frame view={{ part: 'screens', theme: 'dark', language: 'de', place: null }} screens={screens} />,
    'dark',
  );
  await expect.element(page.getByText('npm run dev -- --scene queue-empty')).toBeVisible();
  const shown = [...element.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(shown).toEqual(['/pictures/queue-de-dark-1280x800.png']);
});

test.each(places)('the place $name of the gallery is answered', async ({ route, answers }) => {
  await openWindow(route, /./, answers());
  await expect.element(page.getByRole('main')).toBeVisible();
});
