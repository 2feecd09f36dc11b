import { jobKind } from '../../../shared/domain/job-steps.ts';
import {
  failureFamily,
  reviewState,
  type SupervisionFacets,
  supervisionState,
} from '../../../shared/domain/supervision.ts';
import type { Instant } from '../../../shared/time.ts';
import type { JobIndex } from './job-index.ts';
import { type Condition, type ConditionName, opensDoors } from './conditions.ts';
import { type IndexColumn, flag } from './record.ts';

const MOST_VALUES = 200;

const columnOf = {
  installers: 'installer',
  laptops: 'laptop',
  sites: 'site',
  brands: 'brand',
  keyForms: 'keyForm',
  groups: 'group',
  variants: 'variant',
  kinds: 'kind',
  states: 'state',
  reviews: 'review',
  troubles: 'trouble',
} as const satisfies Partial<Record<ConditionName, IndexColumn>>;

/** The choices of each menu, counted under all other conditions: one pass over all jobs. */
export function facetsOf(
  jobIndex: JobIndex,
  conditions: readonly Condition[],
  now: Instant,
): SupervisionFacets {
  const counters = Object.entries(columnOf).map(([name, column]) => ({
    name,
    values: jobIndex.column(column),
    // Numbers of words, or places in a list, which are fewer.
    counts: new Int32Array(jobIndex.wordRanks().length + MOST_VALUES),
  }));
  const forced = jobIndex.column('forced');
  const until = jobIndex.column('accessUntil');
  const flags = jobIndex.column('flags');
  const sums = { forced: 0, openAccess: 0, green: 0, logFault: 0 };
  for (const job of jobIndex.jobs()) {
    const failed = onlyFailed(conditions, job);
    if (failed === 'several') continue;
    for (const { name, values, counts } of counters) {
      if (failed !== null && failed !== name) continue;
      const value = values[job] ?? 0;
      counts[value] = (counts[value] ?? 0) + 1;
    }
    const counted = (name: keyof typeof sums) => failed === null || failed === name;
    if (counted('forced') && (forced[job] ?? 0) > 0) sums.forced += 1;
    if (counted('openAccess') && opensDoors(until[job] ?? 0, now)) sums.openAccess += 1;
    if (counted('green') && ((flags[job] ?? 0) & flag.green) !== 0) sums.green += 1;
    if (counted('logFault') && ((flags[job] ?? 0) & flag.logFault) !== 0) sums.logFault += 1;
  }
  const facet = (name: keyof typeof columnOf, label: (value: number) => string | undefined) =>
    [...(counters.find((counter) => counter.name === name)?.counts ?? [])]
      .flatMap((count, value) => (count === 0 ? [] : [{ value: label(value) ?? '', count }]))
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, MOST_VALUES);
  return {
    installers: facet('installers', jobIndex.word),
    laptops: facet('laptops', jobIndex.word),
    sites: facet('sites', jobIndex.word),
    brands: facet('brands', jobIndex.word),
    keyForms: facet('keyForms', jobIndex.word),
    groups: facet('groups', jobIndex.word),
    variants: facet('variants', jobIndex.word),
    kinds: facet('kinds', (value) => jobKind.options[value]),
    states: facet('states', (value) => supervisionState.options[value]),
    reviews: facet('reviews', (value) => reviewState.options[value]),
    troubles: facet('troubles', (value) => failureFamily.options[value - 1]).filter(
      ({ value }) => value !== '',
    ),
    ...sums,
  };
}

/** Which condition a job fails, where it fails one alone; null = none. */
function onlyFailed(conditions: readonly Condition[], job: number): ConditionName | 'several' | null {
  let failed: ConditionName | null = null;
  for (const { name, holds } of conditions) {
    if (holds(job)) continue;
    if (failed !== null) return 'several';
    failed = name;
  }
  return failed;
}
