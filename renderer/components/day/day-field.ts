import type { Instant } from '../../../shared/time.ts';

/** The day of an instant in this laptop's calendar, 2026-11-24; '' = open. */
export function fieldOf(at: Instant | null): string {
  if (at === null) return '';
  const day = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The beginning of the day that is written so (2026-11-24); null while it is empty or half typed. */
export function dayOfField(written: string): Instant | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(written) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(day)).getTime();
  return at >= 0 ? at : null;
}

/** A day as all four languages write it in digits, 24.11.2026 or 24/11/2026, by the language's own sign between; '' = none. */
export function writtenDay(at: Instant | null, language: string): string {
  if (at === null) return '';
  // British in English, as everywhere in the app.
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).format(at);
}

/**
 * The beginning of the day that was typed: day, month and year of four digits in this order, whatever stands between, or
 * 2026-11-24. Null while it is half typed or there is no such day.
 */
export function readDay(typed: string): Instant | null {
  const [, ...ordered] = /^\s*(\d{1,2})\D+(\d{1,2})\D+(\d{4})\s*$/.exec(typed) ?? [];
  const [day, month, year] = ordered;
  const two = (digits: string | undefined) => (digits ?? '').padStart(2, '0');
  const field = year === undefined ? typed.trim() : `${year}-${two(month)}-${two(day)}`;
  const at = dayOfField(field);
  // The 31st of February is a day of March to a calendar, and a slip to a person.
  return at !== null && fieldOf(at) === field ? at : null;
}
