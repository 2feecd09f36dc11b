import type { Correction, CorrectionValue } from '../../../shared/domain/operation-commands.ts';

const two = (value: number) => String(value).padStart(2, '0');

/** The value of a field in the format of its input: a text, or "2026-11-22T14:05" in this laptop's time zone. */
export function typedValue({ value }: Pick<Correction, 'value'>): string {
  if (typeof value !== 'number') return value ?? '';
  const at = new Date(value);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The value of the typed text; null for an empty or invalid time. */
export function valueTyped({ form }: Pick<Correction, 'form'>, typed: string): CorrectionValue {
  if (form !== 'moment' && form !== 'open-moment') return typed;
  const at = new Date(typed).getTime();
  return Number.isNaN(at) ? null : at;
}
