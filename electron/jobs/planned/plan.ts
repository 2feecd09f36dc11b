import { isDeepStrictEqual } from 'node:util';
import {
  changedFact,
  type ChangedFact,
  type PlannedJobState,
  type PlannedJobView,
  beginBlockerOf,
} from '../../../shared/domain/planned-work.ts';
import type { JobId, PlannedJobId, CarId, PlannedCarId } from '../../../shared/ids.ts';
import { problem, makeProblem, ProblemError } from '../../../shared/problem.ts';
import {
  plannedWork,
  type PlannedWork,
  newPlannedJob,
  type NewPlannedJob,
} from '../../../shared/relay/jobs.ts';
import { keysOf } from '../../../shared/domain/batch.ts';
import type { JobKind } from '../../../shared/domain/job-steps.ts';
import type { Sqlite, WriteContext } from '../../db/open.ts';
import {
  outboxRows,
  plannedJobOfJob,
  plannedJobsOf,
  readPlannedJob,
  type OutboxRow,
  type PlannedJobRow,
  freePlannedCars,
  dropRefusedOutbox,
  insertOutbox,
  putPlannedJob,
  dropPlannedCar,
  readPlannedCar,
} from '../../db/tables/queue/planned-work.ts';
import { laptopCodeOf } from '../hand-over/parties.ts';
import { viewPlanned } from '../batch.ts';
import { requireReason, type JobParts } from '../change.ts';
import {
  bodyOf,
  isOwnClaim,
  type KeptClaim,
  type KeptPlan,
  otherClaims,
  planCounts,
  workInForce,
} from './claims.ts';

/* The planned jobs of the office: lists for screens, and a supervisor's writes. */

/** The planned jobs of some days, in the planned order. */
export function listPlannedJobs(sqlite: Sqlite, from: string, until: string): readonly PlannedJobView[] {
  const outbox = outboxRows(sqlite);
  return plannedJobsOf(sqlite, from, until)
    .map((row) => viewOf(sqlite, outbox, row))
    .sort((one, other) => compare(orderOf(one.work), orderOf(other.work)));
}

/** The plan of a job; null if it was begun without a plan. */
export function planOfJob(sqlite: Sqlite, job: JobId): PlannedJobView | null {
  const row = plannedJobOfJob(sqlite, job);
  return row === undefined ? null : viewOf(sqlite, outboxRows(sqlite), row);
}

/** One planned job by its id; null if it is not on this laptop. */
function viewPlannedJob(sqlite: Sqlite, id: PlannedJobId): PlannedJobView | null {
  const row = readPlannedJob(sqlite, id);
  return row === undefined ? null : viewOf(sqlite, outboxRows(sqlite), row);
}

const orderOf = ({ day, site, from, place, car }: PlannedWork): string =>
  [day, site, String(place).padStart(4, '0'), from ?? '', car.licensePlate].join('\0');
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

function viewOf(sqlite: Sqlite, outbox: readonly OutboxRow[], row: PlannedJobRow): PlannedJobView {
  const body = bodyOf(row);
  const own = laptopCodeOf(sqlite);
  const words = outbox.filter(({ planned_job }) => planned_job === row.id);
  const refused = words.find((one) => one.problem !== null)?.problem ?? null;
  const { holder } = body;
  const seen =
    row.seen_work === null || row.job_id === null ? null : plannedWork.parse(JSON.parse(row.seen_work));
  const counts = planCounts(row);
  const changed = seen === null || !counts ? [] : changesOf(seen, body);
  return {
    id: row.id,
    revision: body.revision,
    work: row.job_id === null ? body.work : (workInForce(row) ?? body.work),
    state: stateOf(row, body),
    withdrawn: body.withdrawn,
    signature: row.signature,
    counts,
    planner: body.planner,
    holder:
      holder === null
        ? null
        : { ...aboutLaptop(holder), own: isOwnClaim(holder, own), act: holder.act, reason: holder.reason },
    alsoBegun: otherClaimsOf(row, body, own).map(aboutLaptop),
    job: row.job_id,
    changed: [...changed],
    before: changed.length === 0 ? null : seen,
    onItsWay: words.some((one) => one.problem === null),
    problem: refused === null ? null : problem.parse(JSON.parse(refused)),
  };
}

/** For a working laptop: all other laptops; for a supervisor's board: those besides the holder. */
function otherClaimsOf(row: PlannedJobRow, body: KeptPlan, own: ReturnType<typeof laptopCodeOf>) {
  const others = otherClaims(row, body, own);
  return row.job_id === null ? others.filter(({ id }) => id !== body.holder?.id) : others;
}

const aboutLaptop = ({ laptop, worker, at, signature }: KeptClaim) => ({ laptop, worker, at, signature });

/** This laptop's last act counts before the relay confirms it, unless another laptop holds the job. */
function stateOf(row: PlannedJobRow, { holder, withdrawn }: KeptPlan): PlannedJobState {
  const act = row.job_id !== null || holder === null ? (row.own_act ?? holder?.act ?? null) : holder.act;
  if (act === null || act === 'returned') return withdrawn === null ? 'planned' : 'withdrawn';
  if (act === 'accepted' && withdrawn !== null) return 'withdrawn';
  return act;
}

/** The facts that the office changed after they were displayed to a person. */
function changesOf(seen: PlannedWork, { work, withdrawn }: KeptPlan): readonly ChangedFact[] {
  const before = new Map<string, unknown>(Object.entries(seen));
  const now = new Map<string, unknown>(Object.entries(work));
  return changedFact.options.filter((fact) =>
    fact === 'withdrawn' ? withdrawn !== null : !isDeepStrictEqual(before.get(fact), now.get(fact)),
  );
}

/** The facts by which a car is recognised: its id at the operator, its VIN, its plate. */
interface CarNames {
  readonly id: CarId | null;
  readonly vin: string | null;
  readonly licensePlate: string | null;
}

/** Whether both denote the same car. The id decides where both have one, then the VIN, then the plate. */
export function isSameCar(one: CarNames, other: CarNames): boolean {
  if (one.id !== null && other.id !== null) return one.id === other.id;
  const [keys, others] = [one, other].map(({ vin, licensePlate }) =>
    keysOf({ vin: vin ?? '', licensePlate: licensePlate ?? '', serial: '' }),
  );
  if (keys === undefined || others === undefined) return false;
  if (keys.vin !== null && others.vin !== null) return keys.vin === others.vin;
  return keys.plate !== null && keys.plate === others.plate;
}

/**
 * The planned job for a car that this laptop may begin; null = none. `kind`: only this kind of work. Of several, the
 * first from `today` on, else the latest earlier one.
 */
export function planOfCar(
  sqlite: Sqlite,
  car: CarNames,
  kind: JobKind | null,
  today: string,
): PlannedJobView | null {
  const ofCar = freePlannedCars(sqlite)
    .filter(
      (one) =>
        (kind === null || one.kind === kind) &&
        isSameCar({ id: one.car, vin: one.vin, licensePlate: one.plate }, car),
    )
    .map(({ id }) => viewPlannedJob(sqlite, id))
    .filter((view) => view !== null)
    .filter((view) => beginBlockerOf(view) === null);
  return ofCar.find(({ work }) => work.day >= today) ?? ofCar.at(-1) ?? null;
}

/* A supervisor's writes. Each is one transaction with its log entry, and is sent to the relay later. */

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
 * and sent to the relay. ProblemErrors `office-needs-relay`, `input-invalid`, `changed-since-shown`,
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
  if ((before?.revision ?? 0) !== said.basedOn) throw new ProblemError(makeProblem('changed-since-shown'));
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
