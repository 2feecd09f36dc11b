import type { PlannedCarId, PlannedJobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { newPlannedJob, type NewPlannedJob, type PlannedWork } from '../../../shared/relay/jobs.ts';
import type { WriteContext } from '../../db/open.ts';
import {
  dropRefusedOutbox,
  insertOutbox,
  putPlannedJob,
  readPlannedJob,
} from '../../db/tables/queue/planned-jobs.ts';
import { dropPlannedCar, readPlannedCar } from '../../db/tables/queue/planned-cars.ts';
import { viewPlanned } from '../batch/check.ts';
import { requireReason } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { bodyOf, type KeptPlan } from './claims.ts';

/* A supervisor's writes of planned jobs. Each is one transaction with its log entry, and is sent to the relay later. */

const LONGEST_WORKER = 200;

/** A planned job as entered by a supervisor. */
export interface GivenPlan {
  /** Null = a new planned job. */
  readonly id: PlannedJobId | null;
  /** The displayed revision; 0 = a new one. */
  readonly basedOn: number;
  readonly work: PlannedWork;
}

/**
 * Plans jobs, or changes planned ones, in ONE transaction: all or nothing. They are stored here at once, then signed
 * and sent to the relay. ProblemErrors `office-needs-relay`, `input-invalid`, `changed-meanwhile`,
 * `site-not-published`.
 */
export function planJobs(
  parts: JobParts,
  hasRelay: boolean,
  given: readonly GivenPlan[],
): readonly PlannedJobId[] {
  return parts.database.write((context) =>
    given.map(({ id, basedOn, work }) =>
      revise(parts, hasRelay, context, { id: id ?? parts.ids.plannedJob(), basedOn, work, withdrawn: null }),
    ),
  );
}

/** The cars of an imported list, with their day, site and crew. */
export interface ListToPlan {
  readonly ids: readonly PlannedCarId[];
  readonly day: string;
  readonly site: string;
  readonly crew: string;
}

/**
 * Plans the cars of an imported list in their order, and removes them from this laptop's list, in ONE transaction. Cars
 * that were begun meanwhile stay on it. Returns the number of planned cars. ProblemErrors of `planJobs`.
 */
export function planFromList(
  parts: JobParts,
  hasRelay: boolean,
  { ids, day, site, crew }: ListToPlan,
): number {
  return parts.database.write((context) => {
    const cars = ids.flatMap((id) => {
      const row = readPlannedCar(context.sqlite, id);
      return row === undefined || row.job_id !== null ? [] : [viewPlanned(row)];
    });
    for (const [index, said] of cars.entries()) {
      const { licensePlate, vin, name, brand, model, serial, group, key } = said;
      const work: PlannedWork = {
        kind: 'installation',
        car: { id: null, licensePlate, vin, name, brand, model },
        day,
        from: null,
        until: null,
        place: Math.min(index + 1, 9999),
        site,
        laptop: '',
        crew,
        keyPlace: '',
        note: '',
        group,
        key,
        checklist: '',
        testUser: null,
        expected: serial === '' ? null : { by: 'serial', serial },
      };
      revise(parts, hasRelay, context, { id: parts.ids.plannedJob(), basedOn: 0, work, withdrawn: null });
      dropPlannedCar(context, said.id);
    }
    context.changed('jobs');
    return cars.length;
  });
}

/** Withdraws a planned job. ProblemErrors of `planJobs`, `not-found`, `reason-missing`. */
export function withdrawPlannedJob(
  parts: JobParts,
  hasRelay: boolean,
  asked: { readonly id: PlannedJobId; readonly basedOn: number; readonly reason: string },
): void {
  const withdrawn = requireReason(asked.reason).slice(0, 1000);
  parts.database.write((context) => {
    const row = readPlannedJob(context.sqlite, asked.id);
    if (row === undefined) throw new ProblemError(makeProblem('not-found'));
    const { work } = bodyOf(row);
    revise(parts, hasRelay, context, { id: asked.id, basedOn: asked.basedOn, work, withdrawn });
  });
}

function revise(
  parts: JobParts,
  hasRelay: boolean,
  context: WriteContext,
  said: Pick<NewPlannedJob, 'id' | 'basedOn' | 'work' | 'withdrawn'>,
): PlannedJobId {
  if (!hasRelay) throw new ProblemError(makeProblem('office-needs-relay'));
  const { environment, customerId } = parts.target;
  const worker = parts.worker().replaceAll('\0', '').slice(0, LONGEST_WORKER).toWellFormed();
  const read = newPlannedJob.safeParse({ ...said, environment, customerId, worker });
  if (!read.success) {
    const field = read.error.issues[0]?.path.join('.') ?? 'plan';
    throw new ProblemError(makeProblem('input-invalid', { field }));
  }
  const row = readPlannedJob(context.sqlite, said.id);
  const before = row === undefined ? null : bodyOf(row);
  if ((before?.revision ?? 0) !== said.basedOn) throw new ProblemError(makeProblem('changed-meanwhile'));
  const { site } = read.data.work;
  if (said.withdrawn === null && site !== before?.work.site) requirePublishedSite(parts, site);
  dropRefusedOutbox(context, said.id);
  insertOutbox(context, { planned_job: said.id, kind: 'revision', body: JSON.stringify(read.data) });
  const body: KeptPlan = {
    ...read.data,
    sequence: before?.sequence ?? 1,
    revision: said.basedOn + 1,
    planner: before?.planner ?? '',
    receivedAt: parts.clock.now(),
    holder: before?.holder ?? null,
    rivals: before?.rivals ?? [],
  };
  const kept = {
    id: said.id,
    day: said.work.day,
    body: JSON.stringify(body),
    signature: 'verified',
  } as const;
  putPlannedJob(context, kept);
  const { id: planned, basedOn, withdrawn } = said;
  const data = { planned, basedOn, ...(withdrawn === null ? {} : { withdrawn }) };
  parts.log.append(context, { job: null, type: 'job-planned', data });
  context.changed('planned-jobs');
  return said.id;
}

/**
 * A job with a mistyped site would appear on no laptop. If an administrator published sites, a plan names one of them,
 * or none.
 */
function requirePublishedSite({ sites }: Pick<JobParts, 'sites'>, site: string): void {
  const published = sites();
  if (site === '' || published.length === 0 || published.includes(site)) return;
  throw new ProblemError(makeProblem('site-not-published', { site }));
}
