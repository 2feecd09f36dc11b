import { z } from 'zod';
import { useMemo } from 'react';
import {
  newestFirst,
  relativePeriod,
  supervisionFilter,
  supervisionSort,
  type RelativePeriod,
  type SupervisionFilter,
} from '../../../shared/domain/supervision.ts';
import { numbersBy } from '../../../shared/domain/supervision-overview.ts';
import { readJson } from '../../../shared/parsing.ts';
import type { Instant } from '../../../shared/time.ts';
import { useToday } from '../../format/use-now.ts';

/** The supervisor's filter and order. It is part of the URL, so that Back restores it. */
const boardView = z.object({
  filter: supervisionFilter.prefault({}),
  /** Overrides the filter's `from` and `until`; null = these apply. */
  period: relativePeriod.nullable().default(null),
  sort: supervisionSort.default(newestFirst),
  /** The grouping of the numbers. */
  by: numbersBy.default('day'),
  /** Shows the numbers as a table instead of charts. */
  asTable: z.boolean().default(false),
});
export type BoardView = z.infer<typeof boardView>;

/** All jobs, newest first. */
export const wholeBoard: BoardView = boardView.parse({});

const standard = new Map<string, string>(
  Object.entries(wholeBoard.filter).map(([name, value]) => [name, JSON.stringify(value)]),
);

/** The shortest text of the view; '' = the whole board. Equal views have equal texts. */
export function textOfView({ filter, period, sort, by, asTable }: BoardView): string {
  const narrowed = Object.entries(filter).filter(
    ([name, value]) => JSON.stringify(value) !== standard.get(name),
  );
  const ordered = sort.column !== newestFirst.column || sort.direction !== newestFirst.direction;
  const reported = {
    ...(narrowed.length === 0 ? {} : { filter: Object.fromEntries(narrowed) }),
    ...(period === null ? {} : { period }),
    ...(ordered ? { sort } : {}),
    ...(by === wholeBoard.by ? {} : { by }),
    ...(asTable ? { asTable } : {}),
  };
  return Object.keys(reported).length === 0 ? '' : JSON.stringify(reported);
}

/** The text of filter and order alone, independent of how the jobs are counted. */
export const textOfJobs = (view: BoardView): string =>
  textOfView({ ...view, by: wholeBoard.by, asTable: wholeBoard.asTable });

/** The text of the filter alone, independent of the order. */
export const textOfFilter = (view: BoardView): string => textOfJobs({ ...view, sort: newestFirst });

/** Parses the text of a view; an invalid text is the whole board. */
export function viewOfText(text: string): BoardView {
  return boardView.safeParse(readJson(text)).data ?? wholeBoard;
}

export const builtInViews = ['to-review', 'rework', 'stuck', 'today'] as const;
export type BuiltInView = (typeof builtInViews)[number];

/** The built-in views. */
export function builtInView(name: BuiltInView): BoardView {
  switch (name) {
    case 'to-review':
      return boardView.parse({
        filter: {
          states: ['unconfirmed', 'untested', 'unchecked', 'complete'],
          reviews: ['none', 'mended', 'reopened'],
        },
        sort: { column: 'risk', direction: 'descending' },
      });
    case 'rework':
      return boardView.parse({
        filter: { reviews: ['rework'] },
        sort: { column: 'last', direction: 'descending' },
      });
    case 'stuck':
      return boardView.parse({
        filter: { states: ['needs-person'] },
        sort: { column: 'last', direction: 'descending' },
      });
    case 'today':
      return { ...wholeBoard, period: 'today' };
    default:
      return name satisfies never;
  }
}

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

/** A view as it is sent to the main process: its relative period is resolved to days. */
export type AskedView = Pick<BoardView, 'filter' | 'sort'>;

/** Memoised: changes only with the view or at midnight. */
export function useAskedView({ filter, period, sort }: BoardView): AskedView {
  const today = useToday();
  return useMemo(
    () => ({ filter: period === null ? filter : { ...filter, ...rangeOf(period, today) }, sort }),
    [filter, period, sort, today],
  );
}
