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
