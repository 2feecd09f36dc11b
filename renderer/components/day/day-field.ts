import type { Instant } from '../../../shared/time.ts';

/** The day of an instant in this laptop's calendar, 2026-11-24; '' = open. */
export function fieldOf(at: Instant | null): string {
  if (at === null) return '';
  const day = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The beginning of a day written as 2026-11-24; null while the text is empty or incomplete. */
export function dayOfField(written: string): Instant | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(day)).getTime();
  return at >= 0 ? at : null;
}

/** A day in digits with the separator of the language: 24.11.2026 or 24/11/2026. '' = none. */
export function writtenDay(at: Instant | null, language: string): string {
  if (at === null) return '';
  // English dates are British, as everywhere in the app.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(at);
}

/**
 * The beginning of the typed day: day, month and year of four digits in this order with any separators, or 2026-11-24.
 * Null while it is incomplete or there is no such day.
 */
export function readDay(typed: string): Instant | null {
  const [, ...ordered] = /^\s*(\d{1,2})\D+(\d{1,2})\D+(\d{4})\s*$/.exec(typed) ?? [];
  const [day, month, year] = ordered;
  const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0');
  const field = year === undefined ? typed.trim() : `${year}-${two(month)}-${two(day)}`;
  const at = dayOfField(field);
  // `Date` accepts the 31st of February as a day of March; here it is a typing error.
  return at !== null && fieldOf(at) === field ? at : null;
}
