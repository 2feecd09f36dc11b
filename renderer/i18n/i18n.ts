import { createInstance, type i18n as I18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import de from '../../resources/locales/de.json' with { type: 'json' };
import en from '../../resources/locales/en.json' with { type: 'json' };
import type { Language } from '../../shared/domain/preferences.ts';
import { formatOf } from '../format/format.ts';

/** The languages this build can speak, each by its own name. */
export const availableLanguages: readonly { readonly language: Language; readonly name: string }[] = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
];

/**
 * Sentences may hold instants and durations as numbers: `{{since, time}}`, `{{at, dateTime}}`, `{{for, duration}}`,
 * `{{count, number}}` are written in the reader's language.
 */
function teachFormats(texts: I18n): void {
  const formatter = texts.services.formatter;
  if (formatter === undefined) return;
  const asNumber = (value: unknown) => (typeof value === 'number' ? value : Number.NaN);
  const teach = (name: string, write: (language: string, value: number) => string) =>
    formatter.add(name, (value: unknown, language) => {
      const number = asNumber(value);
      return Number.isNaN(number) ? String(value) : write(language ?? 'en', number);
    });
  teach('time', (language, at) => formatOf(language).time(at));
  teach('date', (language, at) => formatOf(language).date(at));
  teach('dateTime', (language, at) => formatOf(language).dateTime(at));
  teach('duration', (language, milliseconds) => formatOf(language).duration(milliseconds));
  teach('number', (language, value) => formatOf(language).number(value));
}

/** Makes the texts of the window; ready when it returns, for nothing is loaded over a network. */
export function createTexts(): I18n {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    resources: { en: { translation: en }, de: { translation: de } },
    lng: 'en',
    fallbackLng: 'en',
    initAsync: false,
    interpolation: { escapeValue: false },
    // A sentence with a gap is better than one with braces in it.
    missingInterpolationHandler: () => '',
  });
  teachFormats(texts);
  return texts;
}
