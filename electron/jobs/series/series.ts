import {
  nothingShared,
  type SeriesShares,
  type JobSeries,
  type SeriesView,
  seriesShares,
} from '../../../shared/domain/planned-work.ts';
import type { ChecklistPhase, TypedAnswer } from '../../../shared/domain/checklist.ts';
import { jobKey } from '../../../shared/domain/directory.ts';
import { type JobId, type SeriesId, groupId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError, type Sentence } from '../../../shared/problem.ts';
import { foldForSearch } from '../../../shared/domain/serial.ts';
import type { WriteContext, Sqlite } from '../../db/open.ts';
import {
  endSeriesRow,
  insertSeries,
  jobsOfSeries,
  putInSeries,
  readSeries,
  type SeriesRow,
  writeShares,
  type JobRow,
  openSeries,
} from '../../db/tables/queue/jobs.ts';
import { boundValue } from '../../db/tables/queue/operation-order.ts';
import { loadInstallation, loadJob, together, type JobParts } from '../change.ts';
import { discardJob, discardOf, startJob, skipStep } from '../start.ts';
import { isTestUserAllowed, plannedTestUser } from '../planned/expectations.ts';
import { plannedOfJob } from '../batch.ts';
import { installBox, takeKey } from '../steps/box.ts';
import { carryAnswers, chooseChecklist, completeChecklist, dropCarried } from '../steps/fitting.ts';
import { chooseReportLanguage } from '../finish.ts';
import { startVerification } from '../steps/verify.ts';
import { type InstallationData, installationData } from '../job-data.ts';
import { carLabel, chooseGroup } from '../steps/car.ts';

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
const parseShares = ({ shares }: Pick<SeriesRow, 'shares'>): SeriesShares =>
  seriesShares.parse(JSON.parse(shares));

/** An installation's data; a series has no other jobs. */
const dataOfRow = ({ data }: Pick<JobRow, 'data'>): InstallationData =>
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
function sharesOfNext(sqlite: Sqlite, series: SeriesRow): SeriesShares {
  const last = jobsOfSeries(sqlite, series.id).findLast((row) => dataOfRow(row).car !== null);
  const before = parseShares(series);
  return last === undefined ? before : sharesAfter(sqlite, dataOfRow(last), before);
}

/** The values that a new series takes over from a first job. */
const sharedBy = (sqlite: Sqlite, data: InstallationData): SeriesShares =>
  sharesAfter(sqlite, data, nothingShared);

/** Whether this car's make or model differs from the series. */
const isOtherMake = (car: InstallationData['car'], like: SeriesShares['like']): boolean =>
  car !== null &&
  like !== null &&
  (sameWords(like.brand, car.brand) === false || sameWords(like.model, car.model) === false);

/** Whether both are equal apart from spelling. Null if one is unknown. */
function sameWords(one: string | null, other: string | null): boolean | null {
  if (one === null || other === null) return null;
  return foldForSearch(one) === foldForSearch(other);
}
