import type { ChecklistPhase } from '../../../shared/domain/checklist.ts';
import { jobKey } from '../../../shared/domain/directory.ts';
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
} from '../../db/tables/queue/jobs.ts';
import { loadInstallation, loadJob, together } from '../change.ts';
import { discardJob, discardOf, startJob } from '../start.ts';
import { isTestUserAllowed } from '../publications/test-user.ts';
import type { JobParts } from '../parts.ts';
import { plannedOfJob } from '../batch/check.ts';
import { plannedTestUser } from '../planned/expectations.ts';
import { installBox } from '../steps/box.ts';
import { carryAnswers, chooseChecklist, completeChecklist, dropCarried } from '../steps/fitting.ts';
import { chooseGroup } from '../steps/group.ts';
import { skipStep, takeKey } from '../steps/keyfob.ts';
import { chooseReportLanguage } from '../finish.ts';
import { startVerification } from '../steps/verify.ts';
import { dataOfRow, isOtherMake, parseShares, sharedBy, sharesOfNext } from './shares.ts';

/* A series of similar cars: its start, the next car, the shared values, and its end. */

/** Starts a series with its first car, whose choices become the shared values. Returns that car's job. */
export function beginSeries(parts: JobParts, planned: number | null): JobId {
  return together(parts, (inside) => {
    const id = addSeries(inside, planned, nothingShared);
    return startInSeries(inside, id, nothingShared);
  });
}

/**
 * Starts a series from this installation, with its next car. ProblemErrors `not-found`, `input-invalid` for another
 * kind of job.
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

/** The next car of a series; an existing job without a car is reused. ProblemError `not-found`. */
export function nextInSeries(parts: JobParts, id: SeriesId): JobId {
  return together(parts, (inside) => {
    const { sqlite } = inside.database;
    const series = requireOpenSeries(inside, id);
    const waiting = jobsOfSeries(sqlite, id).find(
      (row) => row.finished_at === null && dataOfRow(row).car === null,
    );
    if (waiting !== undefined) return waiting.id;
    const shares = sharesOfNext(sqlite, series);
    inside.database.write((context) => writeShares(context, id, JSON.stringify(shares)));
    return startInSeries(inside, id, shares);
  });
}

/** Ends a series. Its jobs stay as single jobs; a next job without a car is discarded. */
export function endSeries(parts: JobParts, id: SeriesId): void {
  together(parts, (inside) => {
    const { database, clock } = inside;
    const jobs = jobsOfSeries(database.sqlite, id);
    database.write((context) => {
      endSeriesRow(context, id, clock.now());
      context.changed('jobs', ...jobs.map((row) => `job:${row.id}` as const));
    });
    for (const row of jobs) {
      if (discardOf(database.sqlite, row, dataOfRow(row)) === 'at-once') discardJob(inside, row.id, '');
    }
  });
}

/**
 * Installs the Box and adds the car to the group that the series shares. An existing group of the job stays. If the
 * car's list or plan names another group, that one is offered in its step. ProblemErrors of `installBox`,
 * `chooseGroup`; then nothing is written.
 */
export function fitInSeries(parts: JobParts, job: JobId, serial: string, reason?: string): void {
  together(parts, (inside) => {
    const { row, data } = loadInstallation(inside.database.sqlite, job);
    if (row.series_id === null) throw new ProblemError(makeProblem('not-found'));
    const shares = parseShares(requireOpenSeries(inside, row.series_id));
    installBox(inside, job, serial, reason);
    const named = plannedOfJob(inside.database.sqlite, job)?.group ?? '';
    const isOther = named !== '' && named !== shares.group?.name;
    if (shares.group !== null && data.group === null && !isOther) {
      const { id, name } = shares.group;
      const known = id !== null && inside.directory.group(id) !== undefined;
      chooseGroup(inside, job, known ? { id } : { name });
    }
  });
}

/**
 * Chooses a car. A car of another make or model than the series clears the carried-over answers, because they describe
 * the other model. ProblemErrors of `take`; then nothing is written.
 */
export function takeCarInSeries(parts: JobParts, job: JobId, take: (parts: JobParts) => void): void {
  together(parts, (inside) => {
    take(inside);
    const { row, data } = loadJob(inside.database.sqlite, job);
    const series = row.series_id === null ? undefined : readSeries(inside.database.sqlite, row.series_id);
    if (series !== undefined && isOtherMake(data.car, parseShares(series).like)) dropCarried(inside, job);
  });
}

/**
 * Closes a part of the checklist. In a running series, the part after the Box requests the shared test access. An
 * earlier request would expire while the Box is mounted. ProblemErrors of `completeChecklist`, `startVerification`;
 * then nothing is written.
 */
export function completeInSeries(parts: JobParts, job: JobId, phase: ChecklistPhase): void {
  together(parts, (inside) => {
    completeChecklist(inside, job, phase);
    const { sqlite } = inside.database;
    const { row, data } = loadJob(sqlite, job);
    if (data.kind !== 'installation') return;
    const series = row.series_id === null ? undefined : readSeries(sqlite, row.series_id);
    if (phase === 'before' || series === undefined || series.ended_at !== null) return;
    const { test } = parseShares(series);
    if (test === null || data.verification !== null) return;
    const user = plannedTestUser(sqlite, job)?.id ?? test.userId;
    // The series was started before an administrator published test users: the person chooses a test user at the test.
    if (isTestUserAllowed(inside, job, user)) startVerification(inside, job, user, test.minutes);
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
  const { key, checklist, answers, reportLanguage } = shares;
  if (reportLanguage !== null) chooseReportLanguage(parts, job, reportLanguage);
  if (key !== null) {
    const known = parts.directory.key(key.brand, key.id);
    takeKey(parts, job, jobKey.parse(known ?? key));
  }
  for (const step of shares.skipped) skipStep(parts, job, step, 'as-last-car');
  if (checklist !== null && parts.checklists.current(checklist) !== null) {
    chooseChecklist(parts, job, checklist);
    carryAnswers(parts, job, answers);
  }
  return job;
}

function join(parts: JobParts, context: WriteContext, job: JobId, series: SeriesId): void {
  putInSeries(context, job, series);
  parts.log.append(context, { job, type: 'series-joined', data: { series } });
  context.changed('jobs', `job:${job}`);
}

function requireOpenSeries({ database }: JobParts, id: SeriesId): SeriesRow {
  const series = readSeries(database.sqlite, id);
  if (series === undefined || series.ended_at !== null) throw new ProblemError(makeProblem('not-found'));
  return series;
}
