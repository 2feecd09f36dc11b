import type { SupervisionColumn, SupervisionSort } from '../../../shared/domain/supervision.ts';
import { type JobIndex, MOST_JOBS, secondsOf } from './job-index.ts';
import type { Condition } from './conditions.ts';
import type { IndexColumn } from './record.ts';

/** The jobs that satisfy all conditions, the oldest first. */
export function satisfying(jobIndex: JobIndex, conditions: readonly Condition[]): Int32Array {
  const all = jobIndex.jobs();
  if (conditions.length === 0) return all;
  const found = new Int32Array(all.length);
  let count = 0;
  for (const job of all) {
    let holds = true;
    for (const condition of conditions) {
      if (condition.holds(job)) continue;
      holds = false;
      break;
    }
    if (!holds) continue;
    found[count] = job;
    count += 1;
  }
  return found.subarray(0, count);
}

/** Places of jobs in the order of a text that the job index does not hold; 0 = it lacks it. */
export type TextRanks = (column: 'plate' | 'serial') => Float64Array;

/** Room for as many values or seconds in a key: together with the jobs they fit a double exactly. */
const MOST_VALUES = 2 ** 31;

/**
 * Jobs in the order that was asked for, the newest first among equals, to the second. Value and age stand in one number each, so
 * that fifty thousand are sorted without calling back. @param oldest as `satisfying` found them.
 */
export function putInOrder(
  jobIndex: JobIndex,
  oldest: Int32Array,
  { column, direction }: SupervisionSort,
  textRanks: TextRanks,
): Int32Array {
  if (column === 'started' && direction === 'descending') return oldest.toReversed();
  const value = valueOf(jobIndex, column, textRanks);
  const count = oldest.length;
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place += 1) {
    const sorted = value(oldest[place] ?? 0);
    // Unknown values come last in either direction.
    const rank =
      sorted === null
        ? MOST_VALUES
        : direction === 'ascending'
          ? sorted
          : MOST_VALUES - 1 - Math.min(sorted, MOST_VALUES - 1);
    keys[place] = rank * MOST_JOBS + (count - 1 - place);
  }
  keys.sort();
  const ordered = new Int32Array(count);
  for (let place = 0; place < count; place += 1) {
    ordered[place] = oldest[count - 1 - ((keys[place] ?? 0) % MOST_JOBS)] ?? 0;
  }
  return ordered;
}

/** The sort key of a job; null = not known. */
function valueOf(
  jobIndex: JobIndex,
  column: SupervisionColumn,
  textRanks: TextRanks,
): (job: number) => number | null {
  const plain = (name: IndexColumn) => {
    const values = jobIndex.column(name);
    return (job: number) => values[job] ?? 0;
  };
  const unless = (name: IndexColumn, missing: number) => {
    const values = jobIndex.column(name);
    return (job: number) => (values[job] === missing ? null : (values[job] ?? null));
  };
  const word = (name: IndexColumn) => {
    const values = jobIndex.column(name);
    const ranks = jobIndex.wordRanks();
    return (job: number) => (values[job] === 0 ? null : (ranks[values[job] ?? 0] ?? null));
  };
  const text = (name: 'plate' | 'serial') => {
    const ranks = textRanks(name);
    return (job: number) => (ranks[job] === 0 ? null : (ranks[job] ?? null));
  };
  switch (column) {
    case 'started':
    case 'last': {
      const values = jobIndex.column(column);
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
      const values = jobIndex.column('finished');
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
