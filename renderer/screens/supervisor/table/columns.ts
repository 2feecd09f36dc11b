import type { SupervisionColumn, SupervisionSort } from '../../../../shared/domain/supervision.ts';

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
