import {
  type SupervisionFilter,
  type SupervisionRow,
  supervisionFacets,
} from '../../shared/domain/supervision.ts';
import type { SupervisionJob } from '../../shared/domain/supervision-job.ts';
import { foldForSearch } from '../../shared/domain/serial.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Sqlite } from '../db/open.ts';
import { chainOfEntry } from '../db/tables/queue/log-chains.ts';
import { type LogEntryRow, logFrom, logOfJob } from '../db/tables/queue/log-entries.ts';
import { entryOf } from '../log/entry-row.ts';
import type { JobsToExport } from './exports/desk.ts';
import type { ChainedEntry } from './projection/entry.ts';
import { putTogether } from './projection/put-together.ts';
import { riskOf } from './projection/risk.ts';
import { notReviewed, rowOf } from './projection/row.ts';
import { timelineOf } from './projection/timeline.ts';

const all = 10_000_000;

const chained = (sqlite: Sqlite, rows: readonly LogEntryRow[]): readonly ChainedEntry[] =>
  rows.map((row) => ({ ...entryOf(row), chain: chainOfEntry(sqlite, row.number).chain }));

/** The jobs of this laptop's own log, newest first. */
export function ownRows(sqlite: Sqlite): readonly SupervisionRow[] {
  const jobs = Map.groupBy(logFrom(sqlite, 1, all), ({ job_id: job }) => job);
  return [...jobs]
    .flatMap(([job, rows]) => (job === null ? [] : [ownRow(job, chained(sqlite, rows))]))
    .toSorted((one, other) => other.startedAt - one.startedAt);
}

function ownRow(job: JobId, entries: readonly ChainedEntry[]): SupervisionRow {
  const { facts } = putTogether(entries);
  const risk = riskOf(facts, { samePhotos: [], logFault: false });
  return rowOf(job, facts, { laptop: null, review: notReviewed, risk, logFault: false });
}

/** Those that the table's text, state and kind filters leave. */
export function matching(rows: readonly SupervisionRow[], filter: SupervisionFilter): SupervisionRow[] {
  const car = foldForSearch(filter.car);
  return rows.filter(
    (row) =>
      foldForSearch(`${row.plate ?? ''}${row.vin ?? ''}${row.carName ?? ''}`).includes(car) &&
      (filter.states.length === 0 || filter.states.includes(row.state)) &&
      (filter.kinds.length === 0 || filter.kinds.includes(row.kind)) &&
      row.risk >= filter.minimumRisk,
  );
}

/** What the rows offer to filter by. */
export function facetsOf(rows: readonly SupervisionRow[]) {
  const facet = (value: (row: SupervisionRow) => string | null) =>
    [...Map.groupBy(rows, (row) => value(row) ?? '')].map(([name, of]) => ({
      value: name,
      count: of.length,
    }));
  return supervisionFacets.parse({
    installers: facet((row) => row.installer),
    laptops: facet((row) => row.laptop),
    sites: facet((row) => row.site),
    brands: facet((row) => row.brand),
    keyForms: facet((row) => row.keyForm),
    groups: facet((row) => row.group),
    variants: facet((row) => row.variant),
    kinds: facet((row) => row.kind),
    states: facet((row) => row.state),
    reviews: facet((row) => row.review.state),
    troubles: facet((row) => row.trouble),
    forced: rows.filter(({ forced }) => forced > 0).length,
    openAccess: rows.filter(({ openAccess }) => openAccess !== null).length,
    green: rows.filter(({ green }) => green).length,
    logFault: 0,
  });
}

/** One job of the own log. ProblemError `not-found`. */
export function ownJob(sqlite: Sqlite, job: JobId): SupervisionJob {
  const entries = chained(sqlite, logOfJob(sqlite, job));
  if (entries.length === 0) throw new ProblemError(makeProblem('not-found'));
  const { facts, ordered } = putTogether(entries);
  return {
    row: ownRow(job, entries),
    carId: null,
    box: null,
    oldBox: null,
    key: null,
    group: facts.group?.name ?? null,
    hands: facts.hands.map(({ chain: _chain, ...hand }) => ({ ...hand, laptop: null })),
    checklist: null,
    forced: facts.forced.map(({ place: _place, ...mark }) => mark),
    photos: [...facts.photos.values()].map(({ place: _place, ...photo }) => ({ ...photo, alsoIn: [] })),
    risk: [...riskOf(facts, { samePhotos: [], logFault: false })],
    reviews: [],
    timeline: timelineOf(ordered, {
      laptopOf: () => null,
      isVerified: () => true,
      restores: facts.restores,
    }),
  };
}

/** The same rows for an export. */
export function ownJobsToExport(sqlite: Sqlite, filter: SupervisionFilter): JobsToExport {
  const rows = matching(ownRows(sqlite), filter);
  return { total: rows.length, rows, close: () => undefined };
}
