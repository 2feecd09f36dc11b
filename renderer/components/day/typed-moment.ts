import { z } from 'zod';
import type { Instant } from '../../../shared/time.ts';
import type { Correction, CorrectionValue } from '../../../shared/domain/operation-commands.ts';
import { fieldOf } from './day-field.ts';

/** A day and a time as typed: "2025-11-03" (as a date field gives it) and "14:05". */
export const typedMomentSchema = z.object({ date: z.string(), time: z.string() }).readonly();
export type TypedMoment = z.infer<typeof typedMomentSchema>;

const two = (value: number) => String(value).padStart(2, '0');

/** An instant as text for the two fields, in this laptop's time zone. */
export function typedMoment(at: Instant): TypedMoment {
  const local = new Date(at);
  return { date: fieldOf(at), time: `${two(local.getHours())}:${two(local.getMinutes())}` };
}

/**
 * Parses a time: "14:05", "14.05", "1405", "9:30", "9".
 *
 * @returns minutes of the day; null when it is not a time
 */
export function minutesOf(time: string): number | null {
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?$/.exec(time.trim());
  if (match === null) return null;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? '0');
  return hours > 23 || minutes > 59 ? null : hours * 60 + minutes;
}

/** The fault of the typed text. */
export interface MomentFaults {
  readonly date: boolean;
  readonly time: boolean;
}

/** The instant in this laptop's time zone, or the faults of the two fields. */
export function instantOf(
  typed: TypedMoment,
): { readonly ok: true; readonly at: Instant } | ({ readonly ok: false } & MomentFaults) {
  const minutes = minutesOf(typed.time);
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed.date);
  const day = parts === null ? null : new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]));
  const isDay = day !== null && typedMoment(day.getTime()).date === typed.date;
  if (!isDay || minutes === null) return { ok: false, date: !isDay, time: minutes === null };
  return {
    ok: true,
    // Calendar arithmetic, because a day may have 23 or 25 hours.
    at: new Date(
      day.getFullYear(),
      day.getMonth(),
      day.getDate(),
      Math.floor(minutes / 60),
      minutes % 60,
    ).getTime(),
  };
}

/** The value of a field in the format of its input: a text, or "2026-11-22T14:05" in this laptop's time zone. */
export function typedValue({ value }: Pick<Correction, 'value'>): string {
  if (typeof value !== 'number') return value ?? '';
  const { date, time } = typedMoment(value);
  return `${date}T${time}`;
}

/** The value of the typed text; null for an empty or invalid time. */
export function valueTyped({ form }: Pick<Correction, 'form'>, typed: string): CorrectionValue {
  if (form !== 'moment' && form !== 'open-moment') return typed;
  const at = new Date(typed).getTime();
  return Number.isNaN(at) ? null : at;
}
