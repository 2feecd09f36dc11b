import { create } from 'zustand';
import type {
  SupervisionRow,
  SupervisionColumn,
  SupervisionSort,
} from '../../../../shared/domain/supervision.ts';
import { call } from '../../../data/call.ts';
import type { RowPages, RowSource } from '../../../lists/row-pages.ts';
import { supervisionTopics } from '../../../data/supervision.ts';
import type { AskedView } from '../board-view.ts';

/**
 * The columns of the table, left to right. A cell shows two values, one above the other, and the table can be sorted by
 * each.
 */
export const tableColumns: readonly {
  readonly name: string;
  readonly orders: readonly SupervisionColumn[];
  /** Shown only in a wide window. */
  readonly wide?: true;
}[] = [
  { name: 'plate', orders: ['plate'] },
  { name: 'car', orders: ['brand', 'group'] },
  { name: 'key', orders: ['key-form'], wide: true },
  { name: 'box', orders: ['serial', 'variant'] },
  { name: 'hands', orders: ['installer', 'site'] },
  { name: 'times', orders: ['started', 'minutes'] },
  { name: 'state', orders: ['state', 'verification'] },
  { name: 'review', orders: ['review'] },
  { name: 'risk', orders: ['risk'] },
];

/** Numbers and times are sorted with the largest first, names alphabetically. */
const largestFirst: readonly SupervisionColumn[] = [
  'started',
  'finished',
  'last',
  'minutes',
  'risk',
  'forced',
];

/** The sort order after a tap on a column: reversed where the table was already sorted by it. */
export function orderedBy(column: SupervisionColumn, before: SupervisionSort): SupervisionSort {
  if (before.column === column) {
    return { column, direction: before.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  return { column, direction: largestFirst.includes(column) ? 'descending' : 'ascending' };
}

/** The facts about the whole table in an answer. */
interface TableFacts {
  /** Number of jobs without the filter. */
  readonly all: number;
}

/** The rows of the table that were read. */
export type TableRows = RowPages<AskedView, SupervisionRow, TableFacts>;

/** Where the rows of the table come from. */
export const tableSource: RowSource<AskedView, SupervisionRow, TableFacts> = {
  topics: supervisionTopics,
  read: async (view, page) => {
    const answer = await call(window.boxwright.supervision.installations, { ...view, ...page });
    if (!answer.ok) return answer;
    const { rows, total, all } = answer.value;
    return { ok: true, value: { rows, total, facts: { all } } };
  },
};

const usePlaces = create<{ readonly view: string; readonly index: number }>(() => ({ view: '', index: 0 }));

/** The row with the keyboard cursor, restored on return to the same view. Another view begins at its first row. */
export function useLastPlace(view: string): readonly [number, (index: number) => void] {
  const index = usePlaces((place) => (place.view === view ? place.index : 0));
  return [index, (next) => keepPlace(view, next)];
}

/** Sets the row for the return to the table: the last job that was looked at, even if another one was opened first. */
export const keepPlace = (view: string, index: number): void => usePlaces.setState({ view, index });
