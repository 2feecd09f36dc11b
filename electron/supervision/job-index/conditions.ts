import { jobKind } from '../../../shared/domain/job-steps.ts';
import {
  failureFamily,
  reviewState,
  type SupervisionFilter,
  supervisionState,
} from '../../../shared/domain/supervision.ts';
import type { Instant } from '../../../shared/time.ts';
import type { JobIndex } from './job-index.ts';
import { type IndexColumn, flag } from './record.ts';

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
  | 'openAccess'
  | 'green'
  | 'logFault'
  | 'other';

/** Does a job, by its small number, satisfy it? */
export interface Condition {
  readonly name: ConditionName;
  readonly holds: (job: number) => boolean;
}

/** The matches of the filter's texts; null = it has none. */
export type FoundByText = ReadonlySet<number> | null;

/** Everything the filter asks for; what it leaves open is not among them. */
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
    ...forced(jobIndex, filter.forced),
    ...access(jobIndex, filter.openAccess, now),
    ...other(jobIndex, filter, found),
  ];
}

function forced(jobIndex: JobIndex, wanted: boolean | null): readonly Condition[] {
  const count = jobIndex.column('forced');
  return wanted === null ? [] : [{ name: 'forced', holds: (job) => (count[job] ?? 0) > 0 === wanted }];
}

/** Does a test access of the job give access at this moment? */
export function opensDoors(until: number, now: Instant): boolean {
  return until === -1 || until > now;
}

function access(jobIndex: JobIndex, wanted: boolean | null, now: Instant): readonly Condition[] {
  const until = jobIndex.column('accessUntil');
  return wanted === null
    ? []
    : [{ name: 'openAccess', holds: (job) => opensDoors(until[job] ?? 0, now) === wanted }];
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

/** A word that does not occur stands for no job. */
function numbersOf(jobIndex: JobIndex, wanted: readonly string[]): ReadonlySet<number> {
  return new Set(wanted.map((word) => (word === '' ? 0 : jobIndex.numberOf(word))));
}
