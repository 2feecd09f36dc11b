import { DAY, type Instant, SECOND } from '../../shared/time.ts';

/**
 * `Retry-After` in milliseconds from the answer: seconds, or an HTTP date, which is held against the answer's own `Date`
 * because the laptop's clock may be wrong. Null when absent or unreadable; never more than a day.
 */
export function readRetryAfter(
  header: string | undefined,
  dateHeader: string | undefined,
  now: Instant,
): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND, DAY);
  const at = Date.parse(text);
  if (Number.isNaN(at)) return null;
  const answered = Date.parse(dateHeader ?? '');
  return Math.min(Math.max(0, at - (Number.isNaN(answered) ? now : answered)), DAY);
}
