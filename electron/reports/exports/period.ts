import type { SupervisionFilter } from '../../../shared/domain/supervision.ts';
import type { Instant } from '../../../shared/time.ts';

type Period = Pick<SupervisionFilter, 'from' | 'until'>;

/** From the beginning of one day to the end of another, given as 2026-10-31 or left out; null = they are none, or the wrong way round. */
export function daysOf(from: unknown, to: unknown): Period | null {
  const begins = from === undefined ? null : startOf(from, 0);
  const ends = to === undefined ? null : startOf(to, 1);
  if ((from !== undefined && begins === null) || (to !== undefined && ends === null)) return null;
  return begins !== null && ends !== null && ends <= begins ? null : { from: begins, until: ends };
}

function startOf(day: unknown, later: number): Instant | null {
  const [, year, month, date] = typeof day === 'string' ? (/^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []) : [];
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  return dayOf(y, m, d) === null ? null : new Date(y, m - 1, d + later).getTime();
}

/** Null for a day that no calendar has. */
function dayOf(year: number, month: number, day: number): Instant | null {
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : null;
}
