import { endedStates } from '../../../shared/domain/operation.ts';
import { z } from 'zod';
import { countingSignatures } from '../../../shared/domain/reviewing.ts';
import { claimSignatureState } from '../../../shared/domain/trust.ts';
import type { LaptopCode } from '../../../shared/relay/access.ts';
import type { JobId, PlannedJobId } from '../../../shared/ids.ts';
import {
  isHolding,
  isSameLaptop,
  plannedJob,
  plannedJobClaim,
  plannedWork,
  type NewPlannedJobClaim,
  type PlannedJobAct,
  type PlannedJobClaim,
  type PlannedWork,
} from '../../../shared/relay/jobs.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Sqlite, WriteContext, Database } from '../../db/open.ts';
import {
  insertOutbox,
  plannedJobOfJob,
  type PlannedJobRow,
  writeOwnAct,
  readPlannedJob,
  writeSeenWork,
  plannedJobsContinuedElsewhere,
  plannedJobsInProgress,
  plannedJobsTakenOver,
} from '../../db/tables/queue/planned-work.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { readJob } from '../../db/tables/queue/jobs.ts';
import { operationsOfJob } from '../../db/tables/queue/operations.ts';
import { laptopCodeOf } from '../hand-over/parties.ts';
import { requireReason, type JobParts } from '../change.ts';

/* This laptop's acts on planned jobs: claims, answers, cancellations and progress, queued for the relay. */

/** The dependencies of a laptop's claims. */
type ClaimParts = Pick<JobParts, 'clock' | 'ids' | 'log' | 'target' | 'worker'>;

/** The act of a laptop on a planned job. */
interface GivenAct {
  readonly act: PlannedJobAct;
  readonly reason: string;
  readonly jobId: JobId | null;
}

const LONGEST_WORKER = 200;

/** A claim with the result of its signature check, which runs once, on receipt. */
const keptClaim = plannedJobClaim.extend({ signature: claimSignatureState });
export type KeptClaim = z.infer<typeof keptClaim>;

/** A planned job as stored on this laptop. */
const keptPlan = plannedJob.extend({ holder: keptClaim.nullable(), rivals: z.array(keptClaim) });
export type KeptPlan = z.infer<typeof keptPlan>;

/** The parsed body of a stored planned job. */
export const bodyOf = (row: Pick<PlannedJobRow, 'body'>): KeptPlan => keptPlan.parse(JSON.parse(row.body));

/** Whether a supervisor's laptop has signed the newest revision. */
export const planCounts = ({ signature }: Pick<PlannedJobRow, 'signature'>): boolean =>
  countingSignatures.includes(signature);

/**
 * The work of a begun job's plan: the newest revision if it counts, else the work that this laptop has shown before; null =
 * neither. A relay could otherwise name another test user or other Boxes after the job was begun.
 */
export function workInForce(
  row: Pick<PlannedJobRow, 'body' | 'signature' | 'seen_work'>,
): PlannedWork | null {
  if (planCounts(row)) return bodyOf(row).work;
  return row.seen_work === null ? null : plannedWork.parse(JSON.parse(row.seen_work));
}

/** Whether this laptop made the claim. The relay marks the claims of this laptop's token. */
export const isOwnClaim = ({ byReader, code }: PlannedJobClaim, own: LaptopCode): boolean =>
  isSameLaptop({ token: byReader, code }, { token: true, code: own });

/** The other laptops that have begun a planned job. A laptop that continues this laptop's own job does not count. */
export function otherClaims(
  { job_id }: Pick<PlannedJobRow, 'job_id'>,
  { holder, rivals }: Pick<KeptPlan, 'holder' | 'rivals'>,
  own: LaptopCode,
): readonly KeptClaim[] {
  const all = holder === null ? rivals : [holder, ...rivals];
  return all.filter(
    (claim) =>
      !isOwnClaim(claim, own) && claim.jobId !== null && claim.jobId !== job_id && isHolding(claim.act),
  );
}

/** A claim in its signed form, as it is sent. */
export function claimOf(
  sqlite: Sqlite,
  { clock, ids, target, worker }: ClaimParts,
  plan: Pick<KeptPlan, 'id' | 'revision'>,
  { act, reason, jobId }: GivenAct,
): Omit<NewPlannedJobClaim, 'signed'> {
  return {
    environment: target.environment,
    customerId: target.customerId,
    plannedJob: plan.id,
    id: ids.plannedJobClaim(),
    code: laptopCodeOf(sqlite),
    act,
    reason,
    jobId,
    revision: plan.revision,
    worker: worker().replaceAll('\0', '').slice(0, LONGEST_WORKER).toWellFormed(),
    at: clock.now(),
  };
}

/** Stores an act of this laptop and queues it for the relay, in the transaction of the step that it reports. */
export function reportAct(
  parts: ClaimParts,
  context: WriteContext,
  row: Pick<PlannedJobRow, 'id' | 'body'>,
  given: GivenAct,
): void {
  const isOver = given.act === 'cancelled' || given.act === 'refused' || given.act === 'returned';
  const { id } = row;
  const kept = { id, own_act: given.act, own_reason: given.reason, job_id: isOver ? null : given.jobId };
  writeOwnAct(context, kept);
  const claim = claimOf(context.sqlite, parts, bodyOf(row), given);
  insertOutbox(context, { planned_job: id, kind: 'claim', body: JSON.stringify(claim) });
  context.changed('planned-jobs');
}

/**
 * Claims the planned job of a job that was begun elsewhere and taken over here. This laptop may not have that planned
 * job; the relay's answer to the claim contains it.
 */
export function claimTakenOver(
  parts: ClaimParts,
  context: WriteContext,
  plan: Pick<KeptPlan, 'id' | 'revision'>,
  job: JobId,
): void {
  const claim = claimOf(context.sqlite, parts, plan, { act: 'begun', reason: '', jobId: job });
  insertOutbox(context, { planned_job: plan.id, kind: 'claim', body: JSON.stringify(claim) });
  context.changed('planned-jobs');
}

/**
 * Reports that the job that was begun for a planned job was discarded. @param reason the person's reason; '' = no work
 * was done in it.
 */
export function cancelPlannedJob(parts: ClaimParts, context: WriteContext, job: JobId, reason: string): void {
  const row = plannedJobOfJob(context.sqlite, job);
  if (row === undefined) return;
  reportAct(parts, context, row, { act: 'cancelled', reason, jobId: job });
  const data = { planned: row.id, act: 'cancelled', ...(reason === '' ? {} : { reason }) } as const;
  parts.log.append(context, { job, type: 'planned-job-answered', data });
}

/**
 * Accepts, refuses or returns a planned job that was not begun. The act is stored at once and sent to the relay.
 * ProblemErrors `not-found`, `planned-job-begun`, `reason-missing`, `name-too-long`.
 */
export function answerPlannedJob(
  parts: JobParts,
  id: PlannedJobId,
  act: 'accepted' | 'refused' | 'returned',
  typed: string,
): void {
  const reason = act === 'refused' ? requireReason(typed) : '';
  parts.database.write((context) => {
    const row = readPlannedJob(context.sqlite, id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    if (row.job_id !== null) throw new ProblemError(makeProblem('planned-job-begun'));
    reportAct(parts, context, row, { act, reason, jobId: null });
    const data = { planned: id, act, ...(reason === '' ? {} : { reason }) };
    parts.log.append(context, { job: null, type: 'planned-job-answered', data });
  });
}

/**
 * Records that a person has seen the office's changes to a begun job. ProblemErrors `not-found`,
 * `planned-job-not-signed`.
 */
export function noteChangesSeen(parts: JobParts, id: PlannedJobId): void {
  parts.database.write((context) => {
    const row = readPlannedJob(context.sqlite, id);
    if (row === undefined || row.job_id === null) throw new ProblemError(makeProblem('not-found'));
    if (!planCounts(row)) throw new ProblemError(makeProblem('planned-job-not-signed'));
    const { work, revision } = bodyOf(row);
    writeSeenWork(context, id, JSON.stringify(work));
    parts.log.append(context, {
      job: row.job_id,
      type: 'planned-job-changed',
      data: { planned: id, revision },
    });
    context.changed('planned-jobs', `job:${row.job_id}`);
  });
}

/** The progress of the job of a planned one; null if the job is no longer here, or another laptop continues it. */
function progressOfPlanned(sqlite: Sqlite, job: JobId): 'begun' | 'waiting' | 'done' | null {
  const row = readJob(sqlite, job);
  if (row === undefined || isGiven(sqlite, job)) return null;
  if (row.finished_at === null) return 'begun';
  return operationsOfJob(sqlite, job).every(({ state }) => endedStates.has(state)) ? 'done' : 'waiting';
}

/**
 * Reports the progress of this laptop's planned jobs to the office. A planned job follows its job to and from other
 * laptops. Must be called after each commit that may have changed the progress.
 */
export function reportProgress(parts: ClaimParts & { readonly database: Database }): void {
  const { database } = parts;
  const { sqlite } = database;
  const gone = plannedJobsContinuedElsewhere(sqlite).filter((row) => isHeldElsewhere(sqlite, row));
  const come = plannedJobsTakenOver(sqlite).map((row) => ({
    ...row,
    job_id: bodyOf(row).holder?.jobId ?? null,
  }));
  const moved = [...plannedJobsInProgress(sqlite), ...come].flatMap((row) => {
    if (row.job_id === null) return [];
    const act = progressOfPlanned(sqlite, row.job_id);
    return act === null || act === row.own_act
      ? []
      : [{ row, given: { act, reason: '', jobId: row.job_id } }];
  });
  if (moved.length === 0 && gone.length === 0) return;
  database.write((context) => {
    for (const { id } of gone) {
      writeOwnAct(context, { id, own_act: null, own_reason: null, job_id: null });
      context.changed('planned-jobs');
    }
    for (const { row, given } of moved) {
      reportAct(parts, context, row, given);
      if (row.seen_work === null && planCounts(row))
        writeSeenWork(context, row.id, JSON.stringify(bodyOf(row).work));
    }
  });
}

/** Whether another laptop has this laptop's job, and its planned job too. */
function isHeldElsewhere(sqlite: Sqlite, row: PlannedJobRow): boolean {
  if (row.job_id === null || !isGiven(sqlite, row.job_id)) return false;
  const { holder } = bodyOf(row);
  return holder !== null && holder.jobId === row.job_id && !isOwnClaim(holder, laptopCodeOf(sqlite));
}
