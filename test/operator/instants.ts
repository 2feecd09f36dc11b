import { z } from 'zod';

/** A date-time the operator can read: ISO 8601 with or without a zone. */
export const dateTime = z
  .string()
  .refine(
    (text) =>
      /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
    'not an ISO 8601 date-time',
  );

/**
 * The operator's own way to write an instant: UTC, ending in Z, without a fraction when there is none. It is therefore
 * not the text a client sent, only the same instant. A text without a zone is taken as UTC.
 */
export function asUtc(text: string): string {
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`;
  return new Date(zoned)
    .toISOString()
    .replace(/\.(\d*?)0*Z$/, (_end, digits: string) => (digits === '' ? 'Z' : `.${digits}Z`));
}
