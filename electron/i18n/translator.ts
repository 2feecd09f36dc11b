import { createInstance } from 'i18next';
import de from '../../resources/locales/de.json' with { type: 'json' };
import en from '../../resources/locales/en.json' with { type: 'json' };
import type { Language } from '../../shared/domain/preferences.ts';
import type { Sentence } from '../../shared/problem.ts';

/** Turns a sentence into text of one language; the same catalogues as the window's. */
export type Translate = (sentence: Sentence) => string;

/** A translator for reports and the terminal. Languages without a catalogue of their own yet fall back to English. */
export async function createTranslator(language: Language): Promise<Translate> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, de: { translation: de } },
    // The receiver decides: HTML escapes for itself, a terminal needs none.
    interpolation: { escapeValue: false },
  });
  return ({ key, params }) => i18n.t(key, params);
}
