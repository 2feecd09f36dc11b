import { createInstance, type i18n as Texts, type Module } from 'i18next';
import type en from '../../resources/locales/en.json';
import type { Language } from '../domain/settings.ts';
import { DAY, HOUR, MINUTE, SECOND, type Instant, withinDates } from '../time.ts';

/* The words of the app in one language: its texts, and its dates, times, durations and numbers. */

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

/** Dates, times, durations and numbers in one language, in the laptop's own time zone. */
export interface Format {
  /** 10:42 */
  readonly time: (at: Instant) => string;
  /** 10:42:07 */
  readonly timeWithSeconds: (at: Instant) => string;
  /** 3 November 2025 */
  readonly date: (at: Instant) => string;
  /** November 2025 */
  readonly month: (at: Instant) => string;
  /** 3 Nov, 10:42 */
  readonly dateTime: (at: Instant) => string;
  /** The time when it is today, else with the day. */
  readonly timeOrDay: (at: Instant, now: Instant) => string;
  /** "2 min", "46 min", "3 h 5 min": the two largest units that matter. Milliseconds in. */
  readonly duration: (milliseconds: number) => string;
  /** Seconds with one digit: "0.4s". Milliseconds in. */
  readonly seconds: (milliseconds: number) => string;
  readonly number: (value: number) => string;
}

/** A running clock: 02:14, or 1:02:14 from one hour on. Never negative. Takes milliseconds. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = two(Math.floor(seconds / 60) % 60);
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${minutes}:${two(seconds % 60)}`;
}

/**
 * Hours and minutes of 24 hours: the same in every language of the app. Without `Intl`, whose first formatter of dates
 * takes a part of the first paint.
 */
function timeOfDay(at: Instant): string {
  const day = new Date(withinDates(at));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(day.getHours())}:${two(day.getMinutes())}`;
}

/** Whether both instants are on one day of this laptop's calendar. */
export function sameDay(one: Instant, other: Instant): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

const made = new Map<string, Format>();

/** The format of a language (BCP 47); cached. */
export function formatOf(language: string): Format {
  const known = made.get(language);
  if (known !== undefined) return known;
  // 24-hour times, like the clocks in the workshop. Other English locales follow the British format.
  const locale = language === 'en' ? 'en-GB' : language;
  const dates = (options: Intl.DateTimeFormatOptions) =>
    atFirstUse(() => new Intl.DateTimeFormat(locale, options));
  const numbers = (options: Intl.NumberFormatOptions) =>
    atFirstUse(() => new Intl.NumberFormat(locale, options));
  const timeWithSeconds = dates({ timeStyle: 'medium', hourCycle: 'h23' });
  const date = dates({ dateStyle: 'long' });
  const month = dates({ year: 'numeric', month: 'long' });
  const dateTime = dates({
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const unit = (name: 'day' | 'hour' | 'minute' | 'second') =>
    numbers({
      style: 'unit',
      unit: name,
      // The short forms "7 Tg." and "7 j" are unidiomatic; the other short forms are fine.
      unitDisplay: name === 'day' ? 'long' : 'short',
      maximumFractionDigits: 0,
    });
  const units = { day: unit('day'), hour: unit('hour'), minute: unit('minute'), second: unit('second') };
  const tenths = numbers({
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    maximumFractionDigits: 1,
  });
  const number = numbers({});

  const duration = (milliseconds: number): string => {
    const rest = Math.max(0, milliseconds);
    if (rest < MINUTE) return units.second().format(Math.floor(rest / SECOND));
    if (rest < HOUR) return units.minute().format(Math.floor(rest / MINUTE));
    if (rest < DAY) return pair(units.hour(), rest / HOUR, units.minute(), (rest % HOUR) / MINUTE);
    return pair(units.day(), rest / DAY, units.hour(), (rest % DAY) / HOUR);
  };
  const format: Format = {
    time: timeOfDay,
    timeWithSeconds: (at) => timeWithSeconds().format(withinDates(at)),
    date: (at) => date().format(withinDates(at)),
    month: (at) => month().format(withinDates(at)),
    dateTime: (at) => dateTime().format(withinDates(at)),
    timeOrDay: (at, now) => (sameDay(at, now) ? timeOfDay(at) : dateTime().format(withinDates(at))),
    duration,
    seconds: (milliseconds) => tenths().format(milliseconds / SECOND),
    number: (value) => (isPlain(value) ? String(value) : number().format(value)),
  };
  made.set(language, format);
  return format;
}

/**
 * Fast path: such numbers look the same in every language of the app, and the first number formatter takes 20 ms to
 * make.
 */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

/** Creates a formatter lazily: each takes some milliseconds, and a dozen of them a tenth of the app's first paint. */
function atFirstUse<Formatter>(make: () => Formatter): () => Formatter {
  let made: Formatter | null = null;
  return () => (made ??= make());
}

function pair(large: Intl.NumberFormat, many: number, small: Intl.NumberFormat, few: number): string {
  const first = large.format(Math.floor(many));
  return Math.floor(few) === 0 ? first : `${first} ${small.format(Math.floor(few))}`;
}
