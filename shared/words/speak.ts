import { createInstance, type i18n as Texts, type Module } from 'i18next';
import type { Language } from '../domain/settings.ts';
import type en from '../../resources/locales/en.json';
import { type Format, formatOf } from './format.ts';

/** The languages of this build, each with its own name. */
export const availableLanguages: readonly { readonly language: Language; readonly name: string }[] = [
  { language: 'en', name: 'English' },
  { language: 'de', name: 'Deutsch' },
  { language: 'fr', name: 'Français' },
  { language: 'es', name: 'Español' },
];

/** All texts of one language by their keys. */
export type Catalogue = typeof en;

const formats: Readonly<Record<string, (format: Format, value: number) => string>> = {
  time: (format, at) => format.time(at),
  date: (format, at) => format.date(at),
  dateTime: (format, at) => format.dateTime(at),
  duration: (format, milliseconds) => format.duration(milliseconds),
  number: (format, value) => format.number(value),
};

/**
 * Registers the formats of instants and durations in sentences: `{{since, time}}`, `{{at, date}}`, `{{at, dateTime}}`,
 * `{{for, duration}}` (milliseconds) and `{{count, number}}` appear in the reader's language.
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
 * Makes the translator for the given catalogues, the same for the window, the reports and the terminal. Synchronous.
 * `plugins` bind it to the reader's framework.
 */
export function speak(
  language: Language,
  catalogues: Readonly<Partial<Record<Language, Catalogue>>>,
  plugins: readonly Module[] = [],
): Texts {
  const texts = createInstance();
  for (const plugin of plugins) texts.use(plugin);
  void texts.init({
    resources: Object.fromEntries(
      Object.entries(catalogues).map(([name, translation]) => [name, { translation }]),
    ),
    lng: language,
    fallbackLng: 'en',
    initAsync: false,
    // The consumer escapes: React and the HTML reports do so themselves, and a terminal needs no escaping.
    interpolation: { escapeValue: false },
    // A sentence with a gap is better than one with visible braces.
    missingInterpolationHandler: () => '',
  });
  teachFormats(texts);
  return texts;
}

const LONGEST = 100;

/** Foreign text for use in a sentence: on one line, without lone surrogates, of limited length. */
export function quote(words: string): string {
  return words
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST)
    .toWellFormed();
}

/**
 * Parts of resources/locales that only main uses, in documents, notifications and menus. The build leaves them out
 * of the window's catalogues, which are loaded before the first paint.
 */
export const wordsOfMain = ['report', 'notices', 'menu'] as const;
export type WordsOfMain = (typeof wordsOfMain)[number];
