import type { SupervisionColumn, SupervisionSort } from '../../../shared/domain/supervision.ts';
import type { Board } from './board.ts';
import type { Condition } from './conditions.ts';
import type { BoardColumn } from './record.ts';

/** The jobs that satisfy all conditions. */
export function satisfying(board: Board, conditions: readonly Condition[]): Int32Array {
  const all = board.jobs();
  if (conditions.length === 0) return all.slice();
  return all.filter((job) => conditions.every(({ holds }) => holds(job)));
}

/** Places of jobs in the order of a text that the board does not hold; 0 = it lacks it. */
export type TextRanks = (column: 'plate' | 'serial') => Float64Array;

/** Puts jobs in the order that was asked for, in place. */
export function putInOrder(
  board: Board,
  jobs: Int32Array,
  { column, direction }: SupervisionSort,
  textRanks: TextRanks,
): Int32Array {
  const started = board.column('started');
  const value = valueOf(board, column, textRanks);
  const sign = direction === 'ascending' ? 1 : -1;
  const places = new Float64Array(jobs.length);
  const order = new Uint32Array(jobs.length);
  for (let index = 0; index < jobs.length; index += 1) {
    const sorted = value(jobs[index] ?? 0);
    // What is not known comes last in either direction.
    places[index] = sorted === null ? Number.POSITIVE_INFINITY : sign * sorted;
    order[index] = index;
  }
  order.sort((one, other) => {
    const first = places[one] ?? 0;
    const second = places[other] ?? 0;
    if (first !== second) return first < second ? -1 : 1;
    const job = jobs[one] ?? 0;
    const next = jobs[other] ?? 0;
    return (started[next] ?? 0) - (started[job] ?? 0) || job - next;
  });
  const sorted = new Int32Array(jobs.length);
  for (const [place, index] of order.entries()) sorted[place] = jobs[index] ?? 0;
  return sorted;
}

/** What a job is sorted by; null = not known. */
function valueOf(
  board: Board,
  column: SupervisionColumn,
  textRanks: TextRanks,
): (job: number) => number | null {
  const plain = (name: BoardColumn) => {
    const values = board.column(name);
    return (job: number) => values[job] ?? 0;
  };
  const unless = (name: BoardColumn, missing: number) => {
    const values = board.column(name);
    return (job: number) => (values[job] === missing ? null : (values[job] ?? null));
  };
  const word = (name: BoardColumn) => {
    const values = board.column(name);
    const ranks = board.wordRanks();
    return (job: number) => (values[job] === 0 ? null : (ranks[values[job] ?? 0] ?? null));
  };
  const text = (name: 'plate' | 'serial') => {
    const ranks = textRanks(name);
    return (job: number) => (ranks[job] === 0 ? null : (ranks[job] ?? null));
  };
  switch (column) {
    case 'started':
    case 'last':
    case 'risk':
    case 'forced':
    case 'kind':
    case 'state':
    case 'review':
      return plain(column);
    case 'verification':
      return plain('phase');
    case 'finished':
      return unless('finished', 0);
    case 'minutes':
      return unless('minutes', -1);
    case 'plate':
    case 'serial':
      return text(column);
    case 'key-form':
      return word('keyForm');
    case 'brand':
    case 'group':
    case 'variant':
    case 'installer':
    case 'laptop':
    case 'site':
      return word(column);
  }
}
