import { createInstance, type i18n as Texts, type Module } from 'i18next';
import de from '../../resources/locales/de.json' with { type: 'json' };
import en from '../../resources/locales/en.json' with { type: 'json' };
import es from '../../resources/locales/es.json' with { type: 'json' };
import fr from '../../resources/locales/fr.json' with { type: 'json' };
import type { Language } from '../domain/preferences.ts';
import { type Format, formatOf } from './format.ts';

/** The languages this build can speak, each by its own name. */
export const availableLanguages: readonly { readonly language: Language; readonly name: string }[] = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
  { language: 'fr', name: 'Français' },
  { language: 'es', name: 'Español' },
];

/** Typed by language, so a language without its words does not compile. */
const catalogues: Readonly<Record<Language, { readonly translation: typeof en }>> = {
  en: { translation: en },
  de: { translation: de },
  fr: { translation: fr },
  es: { translation: es },
};

const formats: Readonly<Record<string, (format: Format, value: number) => string>> = {
  time: (format, at) => format.time(at),
  date: (format, at) => format.date(at),
  dateTime: (format, at) => format.dateTime(at),
  duration: (format, milliseconds) => format.duration(milliseconds),
  number: (format, value) => format.number(value),
};

/**
 * Sentences may hold instants and durations as numbers: `{{since, time}}`, `{{at, date}}`, `{{at, dateTime}}`,
 * `{{for, duration}}` (milliseconds) and `{{count, number}}` are written in the reader's language.
 */
function teachFormats(texts: Texts): void {
  for (const [name, write] of Object.entries(formats)) {
    texts.services.formatter?.add(name, (value: unknown, language) =>
      typeof value === 'number' && Number.isFinite(value)
        ? write(formatOf(language ?? 'en'), value)
        : String(value),
    );
  }
}

/**
 * The app's words, the same for the window, the reports and the terminal. Ready when it returns: nothing is loaded
 * over a network. `plugins` bind it to whoever shows the texts.
 */
export function createTexts(language: Language, plugins: readonly Module[] = []): Texts {
  const texts = createInstance();
  for (const plugin of plugins) texts.use(plugin);
  void texts.init({
    resources: catalogues,
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    // The receiver decides: the window and HTML escape for themselves, a terminal needs none.
    interpolation: { escapeValue: false },
    // A sentence with a gap is better than one with braces in it.
    missingInterpolationHandler: () => '',
  });
  teachFormats(texts);
  return texts;
}
