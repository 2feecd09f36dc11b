import type { i18n as Texts } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/domain/preferences.ts';
import { type Catalogue, speak } from '../../shared/words/speak.ts';

/** Each language is a file of its own in the window's bundle: one is read, not four. */
const catalogues: Readonly<Record<Language, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('../../resources/locales/en.json', { with: { type: 'json' } }),
  de: () => import('../../resources/locales/de.json', { with: { type: 'json' } }),
  fr: () => import('../../resources/locales/fr.json', { with: { type: 'json' } }),
  es: () => import('../../resources/locales/es.json', { with: { type: 'json' } }),
};

/** The texts of the window, in the language it opens with. */
export async function createWindowTexts(language: Language): Promise<Texts> {
  const { default: catalogue } = await catalogues[language]();
  return speak(language, { [language]: catalogue }, [initReactI18next]);
}

/** Makes the window able to speak this language; nothing to do where it is already. */
export async function learnLanguage(texts: Texts, language: Language): Promise<void> {
  if (texts.hasResourceBundle(language, 'translation')) return;
  const { default: catalogue } = await catalogues[language]();
  // Somebody may have taught it another in the meantime.
  if (!texts.hasResourceBundle(language, 'translation'))
    texts.addResourceBundle(language, 'translation', catalogue);
}
