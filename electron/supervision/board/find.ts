import type { SupervisionColumn, SupervisionSort } from '../../../shared/domain/supervision.ts';
import { SECOND } from '../../../shared/time.ts';
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

/** Room for as many jobs in a key, and for as many values or seconds: together they fit a double exactly. */
const MOST_JOBS = 2 ** 21;
const MOST_VALUES = 2 ** 31;
/** Seconds are counted from here: 2008, before any job. */
const FIRST_SECOND = 1_200_000_000;

/**
 * Jobs in the order that was asked for, the newest first among equals, to the second. Value and age stand in one number each, so
 * that fifty thousand are sorted without calling back.
 */
export function putInOrder(
  board: Board,
  jobs: Int32Array,
  { column, direction }: SupervisionSort,
  textRanks: TextRanks,
): Int32Array {
  const oldest = byAge(board, jobs);
  const value = valueOf(board, column, textRanks);
  const keys = new Float64Array(jobs.length);
  for (const [place, job] of oldest.entries()) {
    const sorted = value(job);
    const newerFirst = oldest.length - 1 - place;
    // What is not known comes last in either direction.
    const rank =
      sorted === null
        ? MOST_VALUES
        : direction === 'ascending'
          ? sorted
          : MOST_VALUES - 1 - Math.min(sorted, MOST_VALUES - 1);
    keys[place] = rank * MOST_JOBS + newerFirst;
  }
  keys.sort();
  return Int32Array.from(keys, (key) => oldest[oldest.length - 1 - (key % MOST_JOBS)] ?? 0);
}

/** The oldest first; of one second, the one that was heard of first. */
function byAge(board: Board, jobs: Int32Array): Int32Array {
  const started = board.column('started');
  const keys = Float64Array.from(jobs, (job) => secondsOf(started[job] ?? 0) * MOST_JOBS + job);
  keys.sort();
  return Int32Array.from(keys, (key) => key % MOST_JOBS);
}

const secondsOf = (at: number): number => Math.max(0, Math.floor(at / SECOND) - FIRST_SECOND);

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
    case 'last': {
      const values = board.column(column);
      return (job) => secondsOf(values[job] ?? 0);
    }
    case 'risk':
    case 'forced':
    case 'kind':
    case 'state':
    case 'review':
      return plain(column);
    case 'verification':
      return plain('phase');
    case 'finished': {
      const values = board.column('finished');
      return (job) => (values[job] === 0 ? null : secondsOf(values[job] ?? 0));
    }
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
