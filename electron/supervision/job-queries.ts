import type { z } from 'zod';
import { proofAt } from '../../shared/domain/proof.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import {
  type SupervisionFacets,
  type SupervisionFilter,
  supervisionRow,
  type SupervisionRow,
  type SupervisionSort,
} from '../../shared/domain/supervision.ts';
import type { NumbersBy, SupervisionNumbers } from '../../shared/domain/supervision-overview.ts';
import type { JobId } from '../../shared/ids.ts';
import type { supervisionCalls } from '../../shared/ipc/calls/supervision.ts';
import type { Instant } from '../../shared/time.ts';
import type { Sqlite } from '../db/open.ts';
import {
  jobIdsOf,
  jobsInOrderOf,
  jobsOfCar,
  jobsContaining,
  readRow,
} from '../db/tables/supervision/jobs.ts';
import type { JobIndex } from './job-index/job-index.ts';
import { conditionsOf, type FoundByText, sortJobs, satisfying } from './job-index/find.ts';
import { facetsOf, numbersOf } from './job-index/counts.ts';

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
