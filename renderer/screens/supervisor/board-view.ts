import { z } from 'zod';
import {
  newestFirst,
  relativePeriod,
  supervisionFilter,
  supervisionSort,
} from '../../../shared/domain/supervision.ts';
import { numbersBy } from '../../../shared/domain/supervision-overview.ts';
import { readJson } from '../../../shared/json-text.ts';

/** The supervisor's filter and order; stands in the address, so that Back leads to it. */
const boardView = z.object({
  filter: supervisionFilter.prefault({}),
  /** In place of the filter's `from` and `until`; null = as these say. */
  period: relativePeriod.nullable().default(null),
  sort: supervisionSort.default(newestFirst),
  /** The comparison of the numbers. */
  by: numbersBy.default('day'),
  /** The numbers as a table in place of charts. */
  asTable: z.boolean().default(false),
});
export type BoardView = z.infer<typeof boardView>;

/** Every job, the newest first. */
export const wholeBoard: BoardView = boardView.parse({});

const standard = new Map<string, string>(
  Object.entries(wholeBoard.filter).map(([name, value]) => [name, JSON.stringify(value)]),
);

/** The view in as few letters as it takes; '' = the whole board. The same view has always the same text. */
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

/** The same for what decides which jobs are shown and in which order: however they are counted, it is one text. */
export const textOfJobs = (view: BoardView): string =>
  textOfView({ ...view, by: wholeBoard.by, asTable: wholeBoard.asTable });

/** The same for what decides which jobs are shown, in whatever order. */
export const textOfFilter = (view: BoardView): string => textOfJobs({ ...view, sort: newestFirst });

/** Reads a view's text; anything that is none is the whole board. */
export function viewOfText(text: string): BoardView {
  return boardView.safeParse(readJson(text)).data ?? wholeBoard;
}

export const builtInViews = ['to-review', 'rework', 'stuck', 'today'] as const;
export type BuiltInView = (typeof builtInViews)[number];

/** The views that everybody has. */
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
