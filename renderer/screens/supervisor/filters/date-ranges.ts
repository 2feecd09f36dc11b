import type { RelativePeriod, SupervisionFilter } from '../../../../shared/domain/supervision.ts';
import type { Instant } from '../../../../shared/time.ts';

/** The range in which a job was begun, as the filter stores it. */
export type DateRange = Pick<SupervisionFilter, 'from' | 'until'>;

/** The beginning of the day that is `days` away from `now` in this laptop's calendar. */
function dayFrom(now: Instant, days: number): Instant {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.getTime();
}

/**
 * The range of a relative period: today, yesterday, the last 7 or 30 days including today, or the month from its first
 * day.
 */
export function rangeOf(period: RelativePeriod, now: Instant): DateRange {
  switch (period) {
    case 'today':
      return { from: dayFrom(now, 0), until: null };
    case 'yesterday':
      return { from: dayFrom(now, -1), until: dayFrom(now, 0) };
    case 'week':
      return { from: dayFrom(now, -6), until: null };
    case 'month':
      return { from: dayFrom(now, -29), until: null };
    case 'this-month':
      return { from: dayFrom(now, 1 - new Date(now).getDate()), until: null };
    default:
      return period satisfies never;
  }
}

/** The exclusive end of a range with this last day; null = open. */
export const dayAfter = (last: Instant | null): Instant | null => (last === null ? null : dayFrom(last, 1));

/** The last day of a range with this exclusive end; null = open. */
export const lastDayOf = (until: Instant | null): Instant | null =>
  until === null ? null : dayFrom(until, -1);
