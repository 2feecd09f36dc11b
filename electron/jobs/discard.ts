import type { JobDiscard } from '../../shared/domain/job.ts';
import type { JobId } from '../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Sqlite } from '../db/open.ts';
import { isGiven } from '../db/tables/queue/hand-overs.ts';
import { type JobRow, takeOutOfSeries } from '../db/tables/queue/jobs.ts';
import { operationsOfJob } from '../db/tables/queue/operations.ts';
import { freePlannedCar } from '../db/tables/queue/planned-cars.ts';
import { latestCounting } from '../db/tables/queue/reviews.ts';
import { changeJob, requireReason } from './change.ts';
import { ownAnswers } from './job-checklist.ts';
import type { JobData } from './job-data.ts';
import { cancelPlannedJob } from './planned/claims.ts';
import type { JobParts } from './parts.ts';

/**
 * May this job be discarded? Not once anything was asked of the operator (an operation that was given up before it left
 * asked nothing), nor once a supervisor has read it. A job in which something was chosen or answered needs a reason.
 */
export function discardOf(sqlite: Sqlite, row: JobRow, data: JobData): JobDiscard {
  const asked = operationsOfJob(sqlite, row.id).some(({ state }) => state !== 'cancelled');
  const isFixed = row.finished_at !== null || row.intent_digest !== null || isGiven(sqlite, row.id);
  if (asked || isFixed || latestCounting(sqlite, row.id) !== undefined) return 'no';
  return isBare(data) ? 'at-once' : 'with-reason';
}

/**
 * Ends a job of which nothing came: it leaves Home, its list and its series. Its log stays. `typed`: the person's reason.
 * ProblemErrors `not-found`, `job-not-discardable`, `reason-missing`, `name-too-long`.
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

/** Has no person decided anything about a car in it? Choices that a series carried over are none. */
function isBare(data: JobData): boolean {
  if (data.car !== null || data.carKeys.held.length + data.carKeys.back.length > 0) return false;
  return data.kind !== 'installation' || Object.keys(ownAnswers(data.checklist)).length === 0;
}
