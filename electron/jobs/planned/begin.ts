import type { JobId, PlannedJobId, SeriesId } from '../../../shared/ids.ts';
import { beginBlockerOf } from '../../../shared/domain/planned-work.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { canonicalPlannedJobClaim } from '../../../shared/relay/signing.ts';
import type { ExpectedBox, PlannedWork } from '../../../shared/relay/jobs.ts';
import { SECOND } from '../../../shared/time.ts';
import type { Directory } from '../../directory/directory.ts';
import {
  plannedJobOfJob,
  readPlannedJob,
  writeSeenWork,
  type PlannedJobRow,
} from '../../db/tables/queue/planned-work.ts';
import { withDeadline } from '../../operator/client.ts';
import type { RelayClient } from '../../relay/client.ts';
import { carOfRow, keyByName, takeOverPlan } from '../batch.ts';
import { loadJob, together, type JobParts } from '../change.ts';
import { laptopCodeOf } from '../hand-over/parties.ts';
import { nextInSeries, takeCarInSeries } from '../series/series.ts';
import { startJob } from '../start.ts';
import { chooseCar } from '../steps/car.ts';
import { chooseChecklist } from '../steps/fitting.ts';
import { takeKey } from '../steps/box.ts';
import { bodyOf, claimOf, isOwnClaim, planCounts, reportAct } from './claims.ts';
import { keepAnswered } from './exchange.ts';
import { isSameCar } from './plan.ts';

/** The dependencies of beginning a planned job. */
export interface BeginParts {
  readonly jobs: JobParts;
  readonly directory: Directory;
  /** Null = no relay is configured, so no claims are made. */
  readonly claimPlannedJob: RelayClient['claimPlannedJob'] | null;
}

/** Deadline while a person waits. A claim that the relay has not answered by then stays queued. */
const CLAIM_MS = 3 * SECOND;

/**
 * Begins a planned job. First it asks the relay whether another laptop holds it; without an answer the job begins
 * anyway, and the claim stays queued. A planned job that was already begun returns its job. `series`: an installation
 * becomes the series' next car, with the shared values where the plan names none. ProblemErrors `not-found`,
 * `planned-job-taken`, `planned-job-withdrawn`, `planned-job-not-signed`.
 */
export function beginPlannedJob(
  parts: BeginParts,
  id: PlannedJobId,
  series: SeriesId | null = null,
): Promise<JobId> {
  return workBy(parts, id, (inside, work) => {
    const isNext = series !== null && work.kind === 'installation';
    const job = isNext ? nextInSeries(inside, series) : startJob(inside, work.kind);
    prefill(inside, parts.directory, job, work);
    return job;
  });
}

/**
 * Assigns a planned job to a running job for the same work on the same car. The relay is asked as in `beginPlannedJob`.
 * Existing choices of the job stay. Returns the job with the plan. ProblemErrors of `beginPlannedJob`, `job-finished`,
 * `input-invalid` (the plan is for other work or another car, or the job has a plan).
 */
export async function takeUpPlannedJob(parts: BeginParts, id: PlannedJobId, job: JobId): Promise<JobId> {
  // Before the request to the relay: a planned job that was begun on this laptop returns its job.
  if (checkedRow(parts.jobs, id).job_id === null) requireFits(parts.jobs, id, job);
  return workBy(parts, id, (inside) => {
    const { work, data } = requireFits(inside, id, job);
    const hasKey = data.kind !== 'removal' && data.key !== null;
    const hasChecklist = data.kind === 'installation' && data.checklist.begun !== null;
    prefill(inside, parts.directory, job, work, { car: true, key: hasKey, checklist: hasChecklist });
    return job;
  });
}

function requireFits({ database }: Pick<JobParts, 'database'>, id: PlannedJobId, job: JobId) {
  const { row, data } = loadJob(database.sqlite, job);
  if (row.finished_at !== null) throw new ProblemError(makeProblem('job-finished'));
  const { work } = bodyOf(checkedRow({ database }, id));
  const fits = work.kind === data.kind && data.car !== null && isSameCar(work.car, data.car);
  if (!fits || plannedJobOfJob(database.sqlite, job) !== undefined)
    throw new ProblemError(makeProblem('input-invalid'));
  return { work, data };
}

async function workBy(
  parts: BeginParts,
  id: PlannedJobId,
  prepare: (inside: JobParts, work: PlannedWork) => JobId,
): Promise<JobId> {
  const { jobs } = parts;
  const begun = checkedRow(jobs, id).job_id;
  if (begun !== null) return begun;
  await claimFirst(parts, id);
  return together(jobs, (inside) => {
    // Another window's call, or the feed, may have changed the row meanwhile.
    const row = checkedRow(inside, id);
    if (row.job_id !== null) return row.job_id;
    const { work, revision, planner } = bodyOf(row);
    const job = prepare(inside, work);
    inside.database.write((context) => {
      reportAct(inside, context, row, { act: 'begun', reason: '', jobId: job });
      writeSeenWork(context, id, JSON.stringify(work));
      inside.log.append(context, {
        job,
        type: 'planned-job-begun',
        data: { planned: id, revision, planner },
      });
    });
    return job;
  });
}

/** The row of a job that this laptop may begin, or has begun. */
function checkedRow({ database }: Pick<JobParts, 'database'>, id: PlannedJobId): PlannedJobRow {
  const { sqlite } = database;
  const row = readPlannedJob(sqlite, id);
  if (row === undefined) throw new ProblemError(makeProblem('not-found'));
  if (row.job_id !== null) return row;
  const body = bodyOf(row);
  const { withdrawn, holder } = body;
  const hindrance = beginBlockerOf({
    counts: planCounts(row),
    withdrawn,
    holder: holder === null ? null : { act: holder.act, own: isOwnClaim(holder, laptopCodeOf(sqlite)) },
  });
  switch (hindrance) {
    case null:
      return row;
    case 'not-signed':
      throw new ProblemError(makeProblem('planned-job-not-signed'));
    case 'withdrawn':
      throw new ProblemError(makeProblem('planned-job-withdrawn', { reason: withdrawn ?? '' }));
    case 'taken':
      throw new ProblemError(makeProblem('planned-job-taken', { laptop: holder?.laptop ?? '' }));
  }
}

async function claimFirst({ jobs, claimPlannedJob }: BeginParts, id: PlannedJobId): Promise<void> {
  if (claimPlannedJob === null) return;
  const claim = claimOf(jobs.database.sqlite, jobs, bodyOf(checkedRow(jobs, id)), {
    act: 'accepted',
    reason: '',
    jobId: null,
  });
  const signed = jobs.sign(canonicalPlannedJobClaim(claim));
  const answer = await withDeadline(jobs.clock, CLAIM_MS, (signal) =>
    claimPlannedJob({ ...claim, signed }, signal),
  );
  if (!answer.ok || answer.value.kind === 'not-taken') return;
  const { plannedJob } = answer.value;
  jobs.database.write((context) => void keepAnswered(jobs, context, plannedJob));
}

const NOTHING_KEPT = { car: false, key: false, checklist: false };

/**
 * Fills in the certain values: the car of the fleet, the key, the checklist. All other values are offered in their
 * steps. `keeps`: values that a person already set in the job.
 */
function prefill(
  inside: JobParts,
  directory: Directory,
  job: JobId,
  work: PlannedWork,
  keeps = NOTHING_KEPT,
): void {
  const { car } = work;
  const known =
    car.id !== null && directory.car(car.id) !== undefined ? car.id : (carOfRow(directory, car)?.id ?? null);
  if (work.kind === 'installation') {
    const { licensePlate, vin, name, brand, model } = car;
    const serial = work.expected?.by === 'serial' ? work.expected.serial : '';
    const said = { line: 1, licensePlate, vin, name, brand, model, serial, group: work.group, key: work.key };
    inside.database.write((context) => {
      const fresh = { id: inside.ids.plannedCar(), at: inside.clock.now(), job };
      takeOverPlan(context, { file: '', row: said }, fresh);
    });
  }
  if (known !== null && !keeps.car) takeCarInSeries(inside, job, (within) => chooseCar(within, job, known));
  if (work.kind === 'removal') return;
  const brand = car.brand !== '' || known === null ? car.brand : (directory.car(known)?.brand ?? '');
  const key = keyByName(directory, brand, work.key, variantOf(directory, work.expected));
  if (key !== null && !keeps.key) takeKey(inside, job, key);
  if (work.kind !== 'installation' || keeps.checklist) return;
  if (inside.checklists.current(work.checklist) !== null) chooseChecklist(inside, job, work.checklist);
}

/** The SAP number of the Box that the office planned to fit; null if that is uncertain on this laptop. */
function variantOf(directory: Directory, expected: ExpectedBox | null): string | null {
  if (expected === null) return null;
  if (expected.by === 'variant') return expected.name;
  const [product, other] = directory.productsBySerial(expected.serial).rows;
  return product === undefined || other !== undefined ? null : product.sapNumber;
}
