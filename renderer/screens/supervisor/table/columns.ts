import type { SupervisionColumn, SupervisionSort } from '../../../../shared/domain/supervision.ts';

/** The columns of the table, left to right; a cell says two things one above the other, and each can order the table. */
export const tableColumns: readonly {
  readonly name: string;
  readonly orders: readonly SupervisionColumn[];
  /** Only where the window is wide. */
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

/** Of numbers and times one asks for the largest first, of names for the first. */
const largestFirst: readonly SupervisionColumn[] = [
  'started',
  'finished',
  'last',
  'minutes',
  'risk',
  'forced',
];

/** The order after a tap on a column: the other way round where it was ordered by it already. */
export function orderedBy(column: SupervisionColumn, before: SupervisionSort): SupervisionSort {
  if (before.column === column) {
    return { column, direction: before.direction === 'ascending' ? 'descending' : 'ascending' };
  }
  return { column, direction: largestFirst.includes(column) ? 'descending' : 'ascending' };
}
