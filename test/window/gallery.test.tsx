import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Dressed } from '../../renderer/app/App.tsx';
import { createWindowTexts } from '../../renderer/i18n/i18n.ts';
import { Frame } from '../gallery/Frame.tsx';
import { componentAnswers, places } from '../gallery/places.ts';
import { galleryTheme } from '../gallery/view.ts';
import { main } from './page/main-process.ts';
import { openWindow } from './page/open-window.tsx';

let opened: { readonly root: Root; readonly element: HTMLElement } | null = null;
afterEach(() => {
  opened?.root.unmount();
  opened?.element.remove();
  opened = null;
});

test.each(galleryTheme.options)('every component of the gallery is shown in the %s theme', async (theme) => {
  main.answer(componentAnswers());
  const element = document.createElement('div');
  document.body.append(element);
  opened = { root: createRoot(element), element };
  opened.root.render(
    <I18nextProvider i18n={await createWindowTexts('en')}>
      <Dressed scheme={theme}>
        <Frame view={{ theme, language: 'en', place: null }} />
      </Dressed>
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in to the proxy' })).toBeInTheDocument();
  const empty = [...element.querySelectorAll('main > section')].filter(
    ({ childNodes }) => childNodes.length < 2,
  );
  expect(empty.map(({ id }) => id)).toEqual([]);
});

test.each(places)('the place $name of the gallery is answered', async ({ route, answers }) => {
  await openWindow(route, /./, answers());
  await expect.element(page.getByRole('main')).toBeVisible();
});
