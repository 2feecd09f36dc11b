import type { i18n as Texts } from 'i18next';
import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { App, ThemeProvider } from '../../renderer/app/App.tsx';
import { createWindowTexts } from '../../renderer/i18n/i18n.ts';
import { hashOf } from '../../renderer/navigation/route.ts';
import { defaultPreferences, type Preferences } from '../../shared/domain/settings.ts';
import en from '../../resources/locales/en.json';
import { pseudoTexts } from '../screens/pseudo-text.ts';
import { atRest } from '../window/page/at-rest.ts';
import type { StandIn } from '../window/page/stand-in.ts';
import { Frame } from './Frame.tsx';
import { componentAnswers, places } from './places.ts';
import { galleryScreens, SCREENS_PATH } from './screens.ts';
import { type GalleryView, viewOf } from './view.ts';

/** Shows what the page's address asks for: all components, or one place of the window, over a stand-in for main. */
export async function showGallery(main: StandIn): Promise<Root> {
  const view = viewOf(window.location.search);
  const texts = await textsOf(view);
  const screens = galleryScreens.parse(await (await fetch(SCREENS_PATH)).json());
  const place = places.find(({ name }) => name === view.place);
  main.answer({ ...atRest(), ...(place?.answers ?? componentAnswers)(), ...lookOf(view) });
  if (place !== undefined) {
    window.history.replaceState(null, '', window.location.search + hashOf(place.route));
  }
  const element = document.getElementById('root');
  if (element === null) throw new Error('the page has no #root');
  const root = createRoot(element);
  document.documentElement.lang = view.language === 'pseudo' ? 'en' : view.language;
  root.render(
    <StrictMode>
      {place === undefined ? (
        <I18nextProvider i18n={texts}>
          <ThemeProvider scheme={view.theme}>
            <Frame view={view} screens={screens} />
          </ThemeProvider>
        </I18nextProvider>
      ) : (
        <App texts={texts} />
      )}
    </StrictMode>,
  );
  return root;
}

/** The pseudo language stands in the place of English. */
async function textsOf({ language }: GalleryView): Promise<Texts> {
  const texts = await createWindowTexts(language === 'pseudo' ? 'en' : language);
  if (language === 'pseudo') texts.addResourceBundle('en', 'translation', pseudoTexts(en), true, true);
  return texts;
}

function lookOf({ theme, language }: GalleryView) {
  const preferences: Preferences = {
    ...defaultPreferences,
    theme,
    language: language === 'pseudo' ? 'en' : language,
    worker: 'Bay 3 Tester',
  };
  return { 'app.preferences': () => preferences };
}
