import { nothingShared, type SeriesShares } from '../../../shared/domain/series.ts';
import type { JobId, SeriesId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  endSeriesRow,
  insertSeries,
  jobsOfSeries,
  putInSeries,
  readSeries,
  type SeriesRow,
  writeShares,
} from '../../db/tables/queue/series.ts';
import { loadInstallation } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { startJob } from '../start.ts';
import { installBox } from '../steps/box.ts';
import { chooseChecklist } from '../steps/fitting.ts';
import { chooseGroup } from '../steps/group.ts';
import { skipStep, takeKey } from '../steps/keyfob.ts';
import { chooseReportLanguage } from '../steps/report-language.ts';
import { startVerification } from '../steps/verify.ts';
import { together } from '../together.ts';
import { dataOfRow, parseShares, sharedBy, sharesOfNext } from './shares.ts';

/** Begins a series with its first car, which chooses what the next ones share. Answers that car's job. */
export function beginSeries(parts: JobParts, planned: number | null): JobId {
  return together(parts, (inside) => {
    const id = addSeries(inside, planned, nothingShared);
    return startInSeries(inside, id, nothingShared);
  });
}

/**
 * Begins a series of cars like the one of this installation, and its next car. ProblemError `not-found`, `input-invalid`
 * for another kind of job.
 */
export function beginSeriesLike(parts: JobParts, job: JobId, planned: number | null): JobId {
  return together(parts, (inside) => {
    const { data } = loadInstallation(inside.database.sqlite, job);
    const shares = sharedBy(inside.database.sqlite, data);
    const id = addSeries(inside, planned, shares);
    inside.database.write((context) => join(inside, context, job, id));
    return startInSeries(inside, id, shares);
  });
}

/** The next car of a series; one that was begun and left without a car is answered again. ProblemError `not-found`. */
export function nextInSeries(parts: JobParts, id: SeriesId): JobId {
  return together(parts, (inside) => {
    const { sqlite } = inside.database;
    const series = goingOn(inside, id);
    const waiting = jobsOfSeries(sqlite, id).find(
      (row) => row.finished_at === null && dataOfRow(row).car === null,
    );
    if (waiting !== undefined) return waiting.id;
    const shares = sharesOfNext(sqlite, series);
    inside.database.write((context) => writeShares(context, id, JSON.stringify(shares)));
    return startInSeries(inside, id, shares);
  });
}

/** Ends a series: its jobs stay, each by itself. */
export function endSeries(parts: JobParts, id: SeriesId): void {
  parts.database.write((context) => {
    endSeriesRow(context, id, parts.clock.now());
    context.changed('jobs', ...jobsOfSeries(context.sqlite, id).map((row) => `job:${row.id}` as const));
  });
}

/**
 * Fits the Box and asks for what the series shares about every car: the group and the test access. What the job has already
 * is left alone. ProblemErrors of `installBox`, `chooseGroup`, `startVerification`; then none of it is done.
 */
export function fitInSeries(parts: JobParts, job: JobId, serial: string, reason?: string): void {
  together(parts, (inside) => {
    const { row, data } = loadInstallation(inside.database.sqlite, job);
    if (row.series_id === null) throw new ProblemError(makeProblem('not-found'));
    const shares = parseShares(goingOn(inside, row.series_id));
    installBox(inside, job, serial, reason);
    if (shares.group !== null && data.group === null) {
      const { id, name } = shares.group;
      const known = id !== null && inside.directory.group(id) !== undefined;
      chooseGroup(inside, job, known ? { id } : { name });
    }
    if (shares.test !== null && data.verification === null) {
      startVerification(inside, job, shares.test.userId, shares.test.minutes);
    }
  });
}

function addSeries(parts: JobParts, planned: number | null, shares: SeriesShares): SeriesId {
  const id = parts.ids.series();
  parts.database.write((context) =>
    insertSeries(context, {
      id,
      shares: JSON.stringify(shares),
      planned,
      started_at: parts.clock.now(),
      ended_at: null,
    }),
  );
  return id;
}

function startInSeries(parts: JobParts, series: SeriesId, shares: SeriesShares): JobId {
  const job = startJob(parts, 'installation');
  parts.database.write((context) => join(parts, context, job, series));
  const { key, checklist, reportLanguage } = shares;
  if (reportLanguage !== null) chooseReportLanguage(parts, job, reportLanguage);
  if (key !== null) {
    const known = parts.directory.key(key.brand, key.id);
    const { otherNumbers: _numbers, ...current } = known ?? { ...key, otherNumbers: {} };
    takeKey(parts, job, current);
  }
  for (const step of shares.skipped) skipStep(parts, job, step);
  if (checklist !== null && parts.checklists.current(checklist) !== null) {
    chooseChecklist(parts, job, checklist);
  }
  return job;
}

function join(parts: JobParts, context: WriteContext, job: JobId, series: SeriesId): void {
  putInSeries(context, job, series);
  parts.log.append(context, { job, type: 'series-joined', data: { series } });
  context.changed('jobs', `job:${job}`);
}

function goingOn({ database }: JobParts, id: SeriesId): SeriesRow {
  const series = readSeries(database.sqlite, id);
  if (series === undefined || series.ended_at !== null) throw new ProblemError(makeProblem('not-found'));
  return series;
}
