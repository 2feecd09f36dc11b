import {
  type JobSeries,
  type SeriesShares,
  type SeriesView,
  nothingShared,
  seriesShares,
} from '../../../shared/domain/series.ts';
import type { Sentence } from '../../../shared/problem.ts';
import type { TypedAnswer } from '../../../shared/domain/checklist.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import { groupId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import {
  type JobRow,
  jobsOfSeries,
  openSeries,
  readSeries,
  type SeriesRow,
} from '../../db/tables/queue/jobs.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import { type InstallationData, installationData } from '../job-data.ts';
import { carLabel } from '../steps/car.ts';

/* The values that the cars of a series share, and the running series as screens show them. */

/** The running series, with the values of their next car. */
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

/** The series of a job; null if the job belongs to none. */
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
    traps: row.finished_at !== null || isEnded(series) ? [] : [...warningsOf(data, shares, others)],
    cars: others.flatMap(({ car }) => (car === null || car.id === null ? [] : [car.id])),
  };
}

const isFinished = ({ finished_at: at }: JobRow): boolean => at !== null;
const isEnded = ({ ended_at: at }: SeriesRow): boolean => at !== null;

function warningsOf(
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

/** The shared values in a series' row. */
export const parseShares = ({ shares }: Pick<SeriesRow, 'shares'>): SeriesShares =>
  seriesShares.parse(JSON.parse(shares));

/** An installation's data; a series has no other jobs. */
export const dataOfRow = ({ data }: Pick<JobRow, 'data'>): InstallationData =>
  installationData.parse(JSON.parse(data));

/** The values that the next car takes over from this one: its choices, else the previous shared values. */
function sharesAfter(sqlite: Sqlite, data: InstallationData, before: SeriesShares): SeriesShares {
  const { car, key, group, verification, checklist } = data;
  const isSame = checklist.begun === null || checklist.begun.template.id === before.checklist;
  const left = (step: 'keyfob' | 'group') => data.skipped.includes(step);
  return {
    like: before.like ?? (car === null ? null : { brand: car.brand, model: car.model }),
    key: left('keyfob') ? null : (key ?? before.key),
    group:
      group === null
        ? left('group')
          ? null
          : before.group
        : { id: group.id ?? boundGroup(sqlite, group), name: group.name },
    checklist: checklist.begun?.template.id ?? before.checklist,
    answers: { ...(isSame ? before.answers : {}), ...alikeAnswers(checklist) },
    test:
      verification === null
        ? before.test
        : {
            userId: verification.userId,
            userName: verification.userName,
            minutes: verification.minutes,
          },
    skipped: (['keyfob', 'group'] as const).filter(left),
    reportLanguage: data.reportLanguage ?? before.reportLanguage,
  };
}

/** The answers that apply to the next car as well. */
function alikeAnswers({ begun }: InstallationData['checklist']): SeriesShares['answers'] {
  if (begun === null) return {};
  return Object.fromEntries(
    begun.template.items.flatMap(({ id, alike }): readonly (readonly [string, TypedAnswer])[] => {
      const answer = begun.answers[id];
      return alike === true && answer !== undefined && typeof answer !== 'object' ? [[id, answer]] : [];
    }),
  );
}

function boundGroup(sqlite: Sqlite, { createOperation }: NonNullable<InstallationData['group']>) {
  if (createOperation === null) return null;
  const bound = groupId.safeParse(boundValue(sqlite, createOperation, 'id'));
  return bound.success ? bound.data : null;
}

/** The values that the next car of a series takes over, from its newest car with a decision. */
export function sharesOfNext(sqlite: Sqlite, series: SeriesRow): SeriesShares {
  const last = jobsOfSeries(sqlite, series.id).findLast((row) => dataOfRow(row).car !== null);
  const before = parseShares(series);
  return last === undefined ? before : sharesAfter(sqlite, dataOfRow(last), before);
}

/** The values that a new series takes over from a first job. */
export const sharedBy = (sqlite: Sqlite, data: InstallationData): SeriesShares =>
  sharesAfter(sqlite, data, nothingShared);

/** Whether this car's make or model differs from the series. */
export const isOtherMake = (car: InstallationData['car'], like: SeriesShares['like']): boolean =>
  car !== null &&
  like !== null &&
  (sameWords(like.brand, car.brand) === false || sameWords(like.model, car.model) === false);

/** Whether both are equal apart from spelling. Null if one is unknown. */
function sameWords(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  return foldForSearch(one) === foldForSearch(other);
}
