import {
  type SupervisionColumn,
  type SupervisionSort,
  failureFamily,
  reviewState,
  type SupervisionFilter,
  supervisionState,
} from '../../../shared/domain/supervision.ts';
import { jobKind } from '../../../shared/domain/job-steps.ts';
import type { Instant } from '../../../shared/time.ts';
import { type JobIndex, MOST_JOBS, secondsOf, type IndexColumn, flag } from './job-index.ts';

/* Filter and order of the supervisor's table over the job index. */

/** The jobs that satisfy all conditions, oldest first. */
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

/** Sort positions of jobs by a text that is not in the job index; 0 = the job lacks the text. */
type TextRanks = (column: 'plate' | 'serial') => Float64Array;

/** Upper bound of values or seconds in a sort key: combined with the job number, a key fits a double exactly. */
const MOST_VALUES = 2 ** 31;

/**
 * Jobs in the requested order; equal ones by age, newest first, to the second. Value and age are combined in one
 * number, so that fifty thousand jobs are sorted without a comparison callback. @param oldest as `satisfying` found
 * them.
 */
export function sortJobs(
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
    case 'changed-answers':
      return plain('changedAnswers');
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

/** A part of the filter that a menu sets; its own menu counts without it. */
export type ConditionName =
  | 'installers'
  | 'laptops'
  | 'sites'
  | 'brands'
  | 'keyForms'
  | 'groups'
  | 'variants'
  | 'kinds'
  | 'states'
  | 'reviews'
  | 'troubles'
  | 'forced'
  | 'changedAnswers'
  | 'openAccess'
  | 'green'
  | 'logFault'
  | 'other';

/** Whether a job, by its small number, satisfies the condition. */
export interface Condition {
  readonly name: ConditionName;
  readonly holds: (job: number) => boolean;
}

/** The matches of the filter's texts; null = it has none. */
export type FoundByText = ReadonlySet<number> | null;

/** The conditions of a filter; open ones are left out. */
export function conditionsOf(
  jobIndex: JobIndex,
  filter: SupervisionFilter,
  { found, now }: { readonly found: FoundByText; readonly now: Instant },
): readonly Condition[] {
  const words = (name: ConditionName, column: IndexColumn, wanted: readonly string[]) =>
    oneOf(jobIndex, name, column, wanted.length === 0 ? null : numbersOf(jobIndex, wanted));
  const places = (
    name: ConditionName,
    column: IndexColumn,
    wanted: readonly string[],
    all: readonly string[],
    first = 0,
  ) =>
    oneOf(
      jobIndex,
      name,
      column,
      wanted.length === 0 ? null : new Set(wanted.map((one) => all.indexOf(one) + first)),
    );
  const flags = jobIndex.column('flags');
  const bit = (name: ConditionName, value: number, wanted: boolean | null) =>
    wanted === null ? [] : [{ name, holds: (job: number) => (((flags[job] ?? 0) & value) !== 0) === wanted }];
  return [
    ...words('installers', 'installer', filter.installers),
    ...words('laptops', 'laptop', filter.laptops),
    ...words('sites', 'site', filter.sites),
    ...words('brands', 'brand', filter.brands),
    ...words('keyForms', 'keyForm', filter.keyForms),
    ...words('groups', 'group', filter.groups),
    ...words('variants', 'variant', filter.variants),
    ...places('kinds', 'kind', filter.kinds, jobKind.options),
    ...places('states', 'state', filter.states, supervisionState.options),
    ...places('reviews', 'review', filter.reviews, reviewState.options),
    ...places('troubles', 'trouble', filter.troubles, failureFamily.options, 1),
    ...bit('green', flag.green, filter.green),
    ...bit('logFault', flag.logFault, filter.logFault),
    ...some(jobIndex, 'forced', filter.forced),
    ...some(jobIndex, 'changedAnswers', filter.changedAnswers),
    ...access(jobIndex, filter.openAccess, now),
    ...other(jobIndex, filter, found),
  ];
}

/** The condition that a count of the job is above 0, or that it is 0; none for null. */
function some(
  jobIndex: JobIndex,
  name: 'forced' | 'changedAnswers',
  wanted: boolean | null,
): readonly Condition[] {
  const count = jobIndex.column(name);
  return wanted === null ? [] : [{ name, holds: (job) => (count[job] ?? 0) > 0 === wanted }];
}

/** Whether a test access of the job is open now. */
export function isTestAccessOpen(until: number, now: Instant): boolean {
  return until === -1 || until > now;
}

function access(jobIndex: JobIndex, wanted: boolean | null, now: Instant): readonly Condition[] {
  const until = jobIndex.column('accessUntil');
  return wanted === null
    ? []
    : [{ name: 'openAccess', holds: (job) => isTestAccessOpen(until[job] ?? 0, now) === wanted }];
}

function other(jobIndex: JobIndex, filter: SupervisionFilter, found: FoundByText): readonly Condition[] {
  const { from, until, minimumRisk } = filter;
  const started = jobIndex.column('started');
  const risk = jobIndex.column('risk');
  if (from === null && until === null && minimumRisk === 0 && found === null) return [];
  const holds = (job: number): boolean =>
    (from === null || (started[job] ?? 0) >= from) &&
    (until === null || (started[job] ?? 0) < until) &&
    (risk[job] ?? 0) >= minimumRisk &&
    (found === null || found.has(job));
  return [{ name: 'other', holds }];
}

function oneOf(
  jobIndex: JobIndex,
  name: ConditionName,
  column: IndexColumn,
  wanted: ReadonlySet<number> | null,
): readonly Condition[] {
  if (wanted === null) return [];
  const values = jobIndex.column(column);
  return [{ name, holds: (job) => wanted.has(values[job] ?? 0) }];
}

/** A word that does not occur matches no job. */
function numbersOf(jobIndex: JobIndex, wanted: readonly string[]): ReadonlySet<number> {
  return new Set(wanted.map((word) => (word === '' ? 0 : jobIndex.numberOf(word))));
}
