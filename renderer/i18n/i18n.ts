import type { i18n as Texts } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { createStore, useStore } from 'zustand';
import type { Language } from '../../shared/domain/settings.ts';
import { type Catalogue, speak, availableLanguages } from '../../shared/words/speak.ts';
import { makeProblem, type Problem } from '../../shared/problem.ts';

/** Each language is a chunk of its own in the window's bundle, so that only one is loaded. */
const catalogues: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('../../resources/locales/en.json', { with: { type: 'json' } }),
  de: () => import('../../resources/locales/de.json', { with: { type: 'json' } }),
  fr: () => import('../../resources/locales/fr.json', { with: { type: 'json' } }),
  es: () => import('../../resources/locales/es.json', { with: { type: 'json' } }),
};

/** The fallback of all other languages. */
const FALLBACK: Language = 'en';

/**
 * The texts of the window in its start language, or in English where that cannot be loaded.
 *
 * @throws where neither can be loaded
 */
export async function createWindowTexts(language: Language): Promise<Texts> {
  const spoken = async (chosen: Language) =>
    speak(chosen, { [chosen]: (await catalogues[chosen]()).default }, [initReactI18next]);
  return spoken(language).catch(() => spoken(FALLBACK));
}

/**
 * Loads the catalogue of this language.
 *
 * @returns whether it is loaded
 */
export async function learnLanguage(texts: Texts, language: Language): Promise<boolean> {
  if (texts.hasResourceBundle(language, 'translation')) return true;
  const read = await catalogues[language]().catch(() => null);
  if (read === null) return false;
  // A parallel call may have loaded the language in the meantime.
  if (!texts.hasResourceBundle(language, 'translation'))
    texts.addResourceBundle(language, 'translation', read.default);
  return true;
}

const store = createStore<{ readonly language: Language | null }>(() => ({ language: null }));

/** Records the language whose catalogue cannot be loaded; null = the chosen language is in use. */
export function noteUnreadLanguage(language: Language | null): void {
  store.setState({ language });
}

/** The reason why the window uses another language than the chosen one; null where it uses the chosen one. */
export function useUnreadLanguage(): Problem | null {
  const unread = useStore(store, ({ language }) => language);
  const name = availableLanguages.find(({ language }) => language === unread)?.name;
  return name === undefined ? null : makeProblem('language-not-read', { language: name });
}
