import { isDeepStrictEqual } from 'node:util';
import { type JobKind, type StepName, checklistStep } from '../../shared/domain/job-steps.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { JobDiscard } from '../../shared/domain/job.ts';
import type { Sqlite } from '../db/open.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import {
  draftsOf,
  insertJob,
  type JobRow,
  readJob,
  shortUnfinishedJobs,
  writeDraft,
  takeOutOfSeries,
} from '../db/tables/queue/jobs.ts';
import { latestCounting } from '../db/tables/queue/reviews.ts';
import { type OperationRow, operationsOfJob } from '../db/tables/queue/operations.ts';
import { mayHaveLeft } from '../operations/queue/actions.ts';
import { freePlannedCar, plannedCarOfJob } from '../db/tables/queue/planned-work.ts';
import { emptyDataOf, parseJobData, type JobData } from './job-data.ts';
import { changeJob, requireReason, type JobParts } from './change.ts';
import { ownAnswers, requireNothingCritical } from './job-checklist.ts';
import { cancelPlannedJob } from './planned/claims.ts';

/** The data of a new job. The data of an untouched job is at most as long. */
const emptyText = (kind: JobKind): string => JSON.stringify(emptyDataOf(kind));

/** Begins a job. `intentDigest` names the job.json of a headless run. */
export function startJob(
  parts: JobParts,
  kind: JobKind = 'installation',
  intentDigest: string | null = null,
): JobId {
  const id = parts.ids.job();
  parts.database.write((context) => {
    const now = parts.clock.now();
    insertJob(context, {
      id,
      kind,
      worker: parts.worker(),
      data: emptyText(kind),
      intent_digest: intentDigest,
      started_at: now,
      updated_at: now,
      finished_at: null,
    });
    parts.log.append(context, { job: id, type: 'job-started', data: { kind } });
    context.changed('jobs', `job:${id}`);
  });
  return id;
}

/** Begins a job, or continues an untouched job that this person, or an unnamed one, began. */
export function startOrResume(parts: JobParts, kind: JobKind): JobId {
  const { sqlite } = parts.database;
  const mine = shortUnfinishedJobs(sqlite, {
    kind,
    worker: parts.worker(),
    longest: Buffer.byteLength(emptyText(kind)),
  }).find((row) => isUntouched(sqlite, row));
  return mine?.id ?? startJob(parts, kind);
}

/**
 * True when the job is untouched: no decision or typed value, no list, series or headless run filled it, and no
 * supervisor commented on it.
 */
export function isUntouched(sqlite: Sqlite, row: JobRow): boolean {
  return (
    row.finished_at === null &&
    row.intent_digest === null &&
    row.series_id === null &&
    // The length rules out most jobs without parsing them.
    row.data.length <= emptyText(row.kind).length &&
    isDeepStrictEqual(parseJobData(row), emptyDataOf(row.kind)) &&
    draftsOf(sqlite, row.id).size === 0 &&
    plannedCarOfJob(sqlite, row.id) === undefined &&
    latestCounting(sqlite, row.id) === undefined &&
    !isGiven(sqlite, row.id)
  );
}

/** Stores a partly filled form; null deletes it. ProblemError `not-found`. */
export function saveDraft(parts: JobParts, job: JobId, step: StepName, draft: string | null): void {
  parts.database.write((context) => {
    if (readJob(context.sqlite, job) === undefined) throw new ProblemError(makeProblem('not-found'));
    writeDraft(context, job, step, draft, parts.clock.now());
  });
}

/**
 * Skips a step deliberately; report, history and risk show it. `typed`: the person's reason; `as-last-car`: the
 * previous car in the series skipped it too. ProblemErrors `reason-missing`, `name-too-long`, `answer-critical`.
 */
export function skipStep(
  parts: JobParts,
  job: JobId,
  step: 'keyfob' | 'before' | 'fitting' | 'checks' | 'group' | 'restore',
  why: { readonly typed: string } | 'as-last-car',
): void {
  const reason = why === 'as-last-car' ? {} : { reason: requireReason(why.typed) };
  changeJob(parts, job, (change) => {
    if (change.data.skipped.includes(step)) return change.data;
    const { data } = change;
    if (step === 'before') requireNothingCritical(parts, data, 'before');
    if (step === checklistStep(data.kind, 'after')) requireNothingCritical(parts, data, 'after');
    change.record('step-skipped', { step, ...reason });
    return { ...change.data, skipped: [...change.data.skipped, step] };
  });
}

/**
 * Whether this job may be discarded. Not after a request to the operator, except for operations cancelled before
 * sending, and not after a supervisor has read it. A job with a choice or an answer needs a reason.
 */
export function discardOf(
  sqlite: Sqlite,
  row: JobRow,
  data: JobData,
  operations: readonly Pick<OperationRow, 'state' | 'maybe_sent_at' | 'accepted_at'>[] = operationsOfJob(
    sqlite,
    row.id,
  ),
): JobDiscard {
  // A request that was given up after it left may have been carried out.
  if (operations.some((asked) => asked.state !== 'cancelled' || mayHaveLeft(asked))) return 'no';
  const isFixed = row.finished_at !== null || row.intent_digest !== null || isGiven(sqlite, row.id);
  if (isFixed || latestCounting(sqlite, row.id) !== undefined) return 'no';
  return isBare(data) ? 'at-once' : 'with-reason';
}

/**
 * Discards a job without a result: it leaves Home, its list and its series. Its log stays. `typed`: the person's
 * reason. ProblemErrors `not-found`, `job-not-discardable`, `reason-missing`, `name-too-long`.
 */
export function discardJob(parts: JobParts, job: JobId, typed: string): void {
  changeJob(
    parts,
    job,
    ({ context, row, data, now, record }) => {
      const discard = discardOf(context.sqlite, row, data);
      if (discard === 'no') throw new ProblemError(makeProblem('job-not-discardable'));
      const reason = discard === 'at-once' ? '' : requireReason(typed);
      record('job-discarded', discard === 'at-once' ? {} : { reason });
      cancelPlannedJob(parts, context, job, reason);
      takeOutOfSeries(context, job);
      freePlannedCar(context, job);
      return { ...data, discardedAt: now };
    },
    { finishes: true },
  );
}

/** True when the job contains no person's decision about a car. Values carried over by a series do not count. */
function isBare(data: JobData): boolean {
  if (data.car !== null || data.carKeys.held.length + data.carKeys.back.length > 0) return false;
  return data.kind !== 'installation' || Object.keys(ownAnswers(data.checklist)).length === 0;
}
