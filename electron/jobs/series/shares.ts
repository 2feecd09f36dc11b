import { nothingShared, seriesShares, type SeriesShares } from '../../../shared/domain/series.ts';
import { groupId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { boundValue } from '../../db/tables/queue/bindings.ts';
import type { JobRow } from '../../db/tables/queue/jobs.ts';
import { jobsOfSeries, type SeriesRow } from '../../db/tables/queue/series.ts';
import { type InstallationData, installationData } from '../job-data.ts';

/** What a series' row says its cars share. */
export const parseShares = ({ shares }: Pick<SeriesRow, 'shares'>): SeriesShares =>
  seriesShares.parse(JSON.parse(shares));

/** An installation's data; a series has no other jobs. */
export const dataOfRow = ({ data }: Pick<JobRow, 'data'>): InstallationData =>
  installationData.parse(JSON.parse(data));

/** What the next car takes over from this one: its choices, else what was shared before. */
export function sharesAfter(sqlite: Sqlite, data: InstallationData, before: SeriesShares): SeriesShares {
  const { car, key, group, verification, checklist } = data;
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

function boundGroup(sqlite: Sqlite, { createOperation }: NonNullable<InstallationData['group']>) {
  if (createOperation === null) return null;
  const bound = groupId.safeParse(boundValue(sqlite, createOperation, 'id'));
  return bound.success ? bound.data : null;
}

/** What the next car of a series takes over: from its newest car that anything was decided about. */
export function sharesOfNext(sqlite: Sqlite, series: SeriesRow): SeriesShares {
  const last = jobsOfSeries(sqlite, series.id).findLast((row) => dataOfRow(row).car !== null);
  const before = parseShares(series);
  return last === undefined ? before : sharesAfter(sqlite, dataOfRow(last), before);
}

export const sharedBy = (sqlite: Sqlite, data: InstallationData): SeriesShares =>
  sharesAfter(sqlite, data, nothingShared);
