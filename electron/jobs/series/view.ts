import type { JobSeries, SeriesShares, SeriesView } from '../../../shared/domain/series.ts';
import type { Sentence } from '../../../shared/problem.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  type JobRow,
  jobsOfSeries,
  openSeries,
  readSeries,
  type SeriesRow,
} from '../../db/tables/queue/jobs.ts';
import type { InstallationData } from '../job-data.ts';
import { carLabel } from '../steps/car.ts';
import { dataOfRow, isOtherMake, parseShares, sameWords, sharesOfNext } from './shares.ts';

/** The series that go on, with what their next car will take over. */
export function listSeries(sqlite: Sqlite): readonly SeriesView[] {
  return openSeries(sqlite).map((series) => {
    const jobs = jobsOfSeries(sqlite, series.id);
    return {
      id: series.id,
      startedAt: series.started_at,
      planned: series.planned,
      done: jobs.filter(isFinished).length,
      shares: sharesOfNext(sqlite, series),
      open: jobs.findLast((job) => !isFinished(job))?.id ?? null,
    };
  });
}

/** The series around a job; null where it is of none. */
export function seriesOfJob(sqlite: Sqlite, row: JobRow, data: InstallationData): JobSeries | null {
  const series = row.series_id === null ? undefined : readSeries(sqlite, row.series_id);
  if (series === undefined) return null;
  const jobs = jobsOfSeries(sqlite, series.id);
  const others = jobs.filter(({ id }) => id !== row.id).map(dataOfRow);
  const shares = parseShares(series);
  return {
    id: series.id,
    planned: series.planned,
    done: jobs.filter(isFinished).length,
    shares,
    number: row.series_number ?? 1,
    ended: isEnded(series),
    traps: row.finished_at !== null || isEnded(series) ? [] : [...trapsOf(data, shares, others)],
    cars: others.flatMap(({ car }) => (car === null || car.id === null ? [] : [car.id])),
  };
}

const isFinished = ({ finished_at: at }: JobRow): boolean => at !== null;
const isEnded = ({ ended_at: at }: SeriesRow): boolean => at !== null;

function trapsOf(
  { car }: InstallationData,
  { like }: SeriesShares,
  others: readonly InstallationData[],
): readonly Sentence[] {
  if (car === null) return [];
  const traps: Sentence[] = [];
  const again = others.some(
    ({ car: other }) =>
      other !== null && ((car.id !== null && other.id === car.id) || sameWords(other.vin, car.vin) === true),
  );
  if (again) traps.push({ key: 'series.trap.sameCar', params: { car: carLabel(car) } });
  if (like !== null && isOtherMake(car, like)) {
    traps.push({ key: 'series.trap.otherMake', params: { car: makeOf(car), like: makeOf(like) } });
  }
  return traps;
}

const makeOf = ({ brand, model }: { readonly brand: string | null; readonly model: string | null }): string =>
  [brand, model].filter((part) => part !== null).join(' ');
