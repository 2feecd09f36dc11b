import type { z } from 'zod';
import { proofAt } from '../../shared/domain/proof.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import {
  type SupervisionFacets,
  type SupervisionFilter,
  supervisionRow,
  type SupervisionRow,
  type SupervisionSort,
  failureFamily,
  reviewState,
  supervisionState,
} from '../../shared/domain/supervision.ts';
import type {
  NumbersBy,
  SupervisionNumbers,
  NumbersGroup,
} from '../../shared/domain/supervision-overview.ts';
import type { JobId } from '../../shared/ids.ts';
import type { supervisionCalls } from '../../shared/ipc/calls/supervision.ts';
import { type Instant, HOUR } from '../../shared/time.ts';
import { jobKind } from '../../shared/domain/job-steps.ts';
import type { Sqlite } from '../db/open.ts';
import {
  jobIdsOf,
  jobsInOrderOf,
  jobsOfCar,
  jobsContaining,
  readRow,
} from '../db/tables/supervision/jobs.ts';
import { type JobIndex, type IndexColumn, flag } from './job-index/job-index.ts';
import {
  conditionsOf,
  type FoundByText,
  sortJobs,
  satisfying,
  type Condition,
  type ConditionName,
  isTestAccessOpen,
} from './job-index/find.ts';

/* The queries of the table: rows in their order, found by text, and counts over the job index. */

type Window = z.output<(typeof supervisionCalls)['supervision.installations']['output']>;

/** Jobs by their small numbers, with each row's present state; null = it has no row yet. */
export interface AllJobs {
  readonly jobs: Int32Array;
  readonly row: (job: number) => SupervisionRow | null;
}

/** The queries of the supervisor's table. */
export interface JobQueries {
  readonly window: (
    filter: SupervisionFilter,
    sort: SupervisionSort,
    offset: number,
    limit: number,
  ) => Window;
  readonly ids: (
    filter: SupervisionFilter,
    sort: SupervisionSort,
    limit: number,
  ) => { jobs: JobId[]; more: boolean };
  /** Returns the present order of all jobs. */
  readonly all: (filter: SupervisionFilter, sort: SupervisionSort) => AllJobs;
  readonly facets: (filter: SupervisionFilter) => SupervisionFacets;
  readonly numbers: (filter: SupervisionFilter, by: NumbersBy) => SupervisionNumbers;
}

/** @param dayOf returns the day of an instant in this laptop's time zone, as YYYY-MM-DD. */
export function createJobQueries(parts: {
  readonly sqlite: Sqlite;
  readonly jobIndex: JobIndex;
  readonly now: () => Instant;
  readonly dayOf: (at: Instant) => string;
}): JobQueries {
  const { sqlite, jobIndex, now, dayOf } = parts;
  const ranks = new Map<'plate' | 'serial', { revision: number; places: Float64Array }>();
  let found: { key: string; revision: number; jobs: Int32Array } | null = null;

  const textRanks = (column: 'plate' | 'serial'): Float64Array => {
    const kept = ranks.get(column);
    if (kept?.revision === jobIndex.revision()) return kept.places;
    const places = new Float64Array(jobIndex.column('job').length);
    for (const [rank, job] of jobsInOrderOf(sqlite, column).entries()) places[job] = rank + 1;
    ranks.set(column, { revision: jobIndex.revision(), places });
    return places;
  };
  const conditions = (filter: SupervisionFilter) =>
    conditionsOf(jobIndex, filter, { found: foundByText(sqlite, filter), now: now() });
  /** Scrolling requests successive windows of the same result, so the result is cached. */
  const inOrder = (filter: SupervisionFilter, sort: SupervisionSort): Int32Array => {
    const key = JSON.stringify([filter, sort]);
    // A filter that depends on the time of day is not cached.
    const lasting = filter.openAccess === null;
    if (lasting && found?.key === key && found.revision === jobIndex.revision()) return found.jobs;
    const jobs = sortJobs(jobIndex, satisfying(jobIndex, conditions(filter)), sort, textRanks);
    found = { key, revision: jobIndex.revision(), jobs };
    return jobs;
  };
  return {
    window: (filter, sort, offset, limit) => {
      const jobs = inOrder(filter, sort);
      return {
        rows: [...jobs.subarray(offset, offset + limit)].flatMap((job) => rowOfJob(sqlite, job, now()) ?? []),
        offset,
        total: jobs.length,
        all: jobIndex.size(),
      };
    },
    ids: (filter, sort, limit) => {
      const jobs = inOrder(filter, sort);
      return { jobs: [...jobIdsOf(sqlite, [...jobs.subarray(0, limit)])], more: jobs.length > limit };
    },
    all: (filter, sort) => ({
      jobs: inOrder(filter, sort).slice(),
      row: (job) => rowOfJob(sqlite, job, now()),
    }),
    facets: (filter) => facetsOf(jobIndex, conditions(filter), now()),
    numbers: (filter, by) =>
      numbersOf(jobIndex, satisfying(jobIndex, conditions(filter)), by, { now: now(), dayOf }),
  };
}

/** The present state of a row; null before its first projection. */
export function rowOfJob(sqlite: Sqlite, job: number, now: Instant): SupervisionRow | null {
  const kept = readRow(sqlite, job);
  if (kept === null) return null;
  const row = supervisionRow.parse(JSON.parse(kept));
  const until = row.openAccess?.until ?? null;
  const openAccess = until !== null && until <= now ? null : row.openAccess;
  return { ...row, openAccess, proof: proofAt(row.proof, now) };
}

function foundByText(sqlite: Sqlite, filter: SupervisionFilter): FoundByText {
  const car = foldForSearch(filter.car);
  const words = filter.text.trim();
  const byCar = car === '' ? null : new Set(jobsOfCar(sqlite, car));
  const byText = words === '' ? null : jobsMatching(sqlite, words);
  if (byCar === null || byText === null) return byCar ?? byText;
  return new Set([...byCar].filter((job) => byText.has(job)));
}

/** Jobs in which each word is the start of a log word, or the whole text is part of a plate, VIN or serial. */
function jobsMatching(sqlite: Sqlite, text: string): ReadonlySet<number> {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const match = words.map((word) => `"${word}" *`).join(' AND ');
  const said = match === '' ? [] : jobsContaining(sqlite, match);
  const folded = foldForSearch(text);
  return new Set([...said, ...(folded === '' ? [] : jobsOfCar(sqlite, folded))]);
}

/* Counts over the job index: the choices of the filter menus and the figures of the page Numbers. */

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

/** The choices of each menu, counted under all other conditions in one pass over all jobs. */
function facetsOf(jobIndex: JobIndex, conditions: readonly Condition[], now: Instant): SupervisionFacets {
  const counters = Object.entries(columnOf).map(([name, column]) => ({
    name,
    values: jobIndex.column(column),
    // Numbers of words, or positions in a list, which are fewer.
    counts: new Int32Array(jobIndex.wordRanks().length + MOST_VALUES),
  }));
  const forced = jobIndex.column('forced');
  const changedAnswers = jobIndex.column('changedAnswers');
  const until = jobIndex.column('accessUntil');
  const flags = jobIndex.column('flags');
  const sums = { forced: 0, changedAnswers: 0, openAccess: 0, green: 0, logFault: 0 };
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
    if (counted('changedAnswers') && (changedAnswers[job] ?? 0) > 0) sums.changedAnswers += 1;
    if (counted('openAccess') && isTestAccessOpen(until[job] ?? 0, now)) sums.openAccess += 1;
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

/** The only condition that a job fails; `several` = more than one, null = none. */
function onlyFailed(conditions: readonly Condition[], job: number): ConditionName | 'several' | null {
  let failed: ConditionName | null = null;
  for (const { name, holds } of conditions) {
    if (holds(job)) continue;
    if (failed !== null) return 'several';
    failed = name;
  }
  return failed;
}

const MOST_GROUPS = 400;
const installation = jobKind.options.indexOf('installation');
const removal = jobKind.options.indexOf('removal');
const needsPerson = supervisionState.options.indexOf('needs-person');
const discarded = supervisionState.options.indexOf('discarded');
const approved = reviewState.options.indexOf('approved');
const rework = reviewState.options.indexOf('rework');

type Counts = Omit<NumbersGroup, 'value'>;

/** Counts jobs by the requested properties. `dayOf` returns the day of an instant in this laptop's time zone. */
function numbersOf(
  jobIndex: JobIndex,
  jobs: Int32Array,
  by: NumbersBy,
  { now, dayOf }: { readonly now: Instant; readonly dayOf: (at: Instant) => string },
): SupervisionNumbers {
  const group = groupBy(jobIndex, by, dayOf);
  const failures = jobIndex.column('failures');
  const flags = jobIndex.column('flags');
  const reason = jobIndex.column('reworkReason');
  const met = new Map<number, number>();
  const sentBack = new Map<number, number>();
  for (const job of jobs) {
    for (let mask = failures[job] ?? 0, bit = 0; mask !== 0; mask >>= 1, bit += 1) {
      if ((mask & 1) === 1) met.set(bit, (met.get(bit) ?? 0) + 1);
    }
    if (((flags[job] ?? 0) & flag.sentBack) === 0) continue;
    const why = reason[job] ?? 0;
    sentBack.set(why, (sentBack.get(why) ?? 0) + 1);
  }
  const groups = [...Map.groupBy(jobs, group)].map(([value, members]) => ({
    value,
    ...countsOf(jobIndex, members, now),
  }));
  return {
    total: countsOf(jobIndex, jobs, now),
    groups: (by === 'day'
      ? groups.toSorted((one, other) => (one.value < other.value ? -1 : 1))
      : groups.toSorted((one, other) => other.jobs - one.jobs || (one.value < other.value ? -1 : 1))
    ).slice(by === 'day' ? -MOST_GROUPS : 0, by === 'day' ? undefined : MOST_GROUPS),
    failures: [...met]
      .flatMap(([bit, count]) => {
        const family = failureFamily.options[bit];
        return family === undefined ? [] : [{ family, jobs: count }];
      })
      .toSorted((one, other) => other.jobs - one.jobs),
    reworks: [...sentBack]
      .map(([why, count]) => ({ reason: jobIndex.word(why), jobs: count }))
      .toSorted((one, other) => other.jobs - one.jobs),
  };
}

function groupBy(jobIndex: JobIndex, by: NumbersBy, dayOf: (at: Instant) => string): (job: number) => string {
  const words = (name: IndexColumn) => {
    const values = jobIndex.column(name);
    return (job: number) => jobIndex.word(values[job] ?? 0);
  };
  switch (by) {
    case 'day': {
      const started = jobIndex.column('started');
      // Time zones change only at full quarters of an hour, so each quarter is queried once.
      const known = new Map<number, string>();
      return (job) => {
        const at = started[job] ?? 0;
        const quarter = Math.floor(at / (HOUR / 4));
        const day = known.get(quarter) ?? dayOf(at);
        known.set(quarter, day);
        return day;
      };
    }
    case 'installer':
    case 'site':
    case 'brand':
    case 'variant':
      return words(by);
  }
}

function countsOf(jobIndex: JobIndex, jobs: Iterable<number>, now: Instant): Counts {
  const kind = jobIndex.column('kind');
  const state = jobIndex.column('state');
  const review = jobIndex.column('review');
  const flags = jobIndex.column('flags');
  const finished = jobIndex.column('finished');
  const minutes = jobIndex.column('minutes');
  const until = jobIndex.column('accessUntil');
  const forced = jobIndex.column('forced');
  const taken: number[] = [];
  const counts = {
    jobs: 0,
    installations: 0,
    removals: 0,
    swaps: 0,
    fitted: 0,
    takenOut: 0,
    done: 0,
    finished: 0,
    rightFirstTime: 0,
    needsPerson: 0,
    openAccess: 0,
    forced: 0,
    approved: 0,
    rework: 0,
  };
  for (const job of jobs) {
    // A discarded job counts neither as done nor as pending.
    if (state[job] === discarded) continue;
    counts.jobs += 1;
    if (kind[job] === installation) counts.installations += 1;
    else if (kind[job] === removal) counts.removals += 1;
    else counts.swaps += 1;
    const bits = flags[job] ?? 0;
    if ((bits & flag.fitted) !== 0) counts.fitted += 1;
    if ((bits & flag.takenOut) !== 0) counts.takenOut += 1;
    if ((bits & flag.done) !== 0) counts.done += 1;
    if (finished[job] !== 0) {
      counts.finished += 1;
      taken.push(minutes[job] ?? 0);
      if ((bits & flag.rightFirstTime) !== 0) counts.rightFirstTime += 1;
    }
    if (state[job] === needsPerson) counts.needsPerson += 1;
    if (isTestAccessOpen(until[job] ?? 0, now)) counts.openAccess += 1;
    if ((forced[job] ?? 0) > 0) counts.forced += 1;
    if (review[job] === approved) counts.approved += 1;
    if (review[job] === rework) counts.rework += 1;
  }
  return { ...counts, medianMinutes: medianOf(taken) };
}

/** Converts tenths of minutes to minutes; null for no value. */
function medianOf(tenths: readonly number[]): number | null {
  if (tenths.length === 0) return null;
  const sorted = Float64Array.from(tenths).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  const value = sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
  return Math.round(value) / 10;
}
