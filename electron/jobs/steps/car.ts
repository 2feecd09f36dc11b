import { boundedText, requiredName, typedText, typedVin } from '../../../shared/domain/typed-text.ts';
import { keysOf } from '../../../shared/domain/batch.ts';
import type { NewCar, OpenCarKey } from '../../../shared/ipc/calls/jobs.ts';
import { type CarId, type JobId, carId, type GroupId, type OperationId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { type Clock, SECOND } from '../../../shared/time.ts';
import type { SeenOperation } from '../../../shared/domain/operation-commands.ts';
import { type JobCar, MOST_CAR_KEYS } from '../../../shared/domain/job.ts';
import { takePlannedByCar } from '../../db/tables/queue/planned-work.ts';
import { readOperation, type OperationRow } from '../../db/tables/queue/operations.ts';
import { isLostCar } from '../../operations/queue/actions.ts';
import { createCarKind, carExists, readCarsWithNumbers } from '../../operations/queue/kinds/create-car.ts';
import type { OtherCar, QueueCommands } from '../../operations/queue/commands.ts';
import { withDeadline } from '../../operator/client.ts';
import { requireUnchanged } from '../../operations/queue/decisions.ts';
import type { Sqlite } from '../../db/open.ts';
import { boundValue } from '../../db/tables/queue/operation-order.ts';
import type { Reference } from '../../operations/queue/kinds/references.ts';
import { isGiven } from '../../db/tables/queue/hand-overs.ts';
import { jobsWithCarKeys } from '../../db/tables/queue/jobs.ts';
import {
  changeJob,
  changeJobOf,
  type JobChange,
  requireStep,
  type JobParts,
  type LiveParts,
} from '../change.ts';
import { type JobData, parseJobData } from '../job-data.ts';
import { finderInQueue, isCarInUse, withCar } from '../kinds.ts';
import { addCarToGroupKind } from '../../operations/queue/kinds/add-car-to-group.ts';
import { createGroupKind } from '../../operations/queue/kinds/create-group.ts';
import { openReworkOf } from '../finish.ts';

/*
 * The steps Car and Group: an existing or a new car, the car's own keys in the crew's hands, and the group of the
 * fleet that the car joins.
 */

/**
 * Chooses a car of the directory. Work that depends on a cancelled new car moves with it. ProblemErrors `not-found`,
 * `step-not-ready` once a Box, group or test depends on an existing or requested car.
 */
export function chooseCar(parts: JobParts, job: JobId, id: CarId): void {
  const car = parts.directory.car(id);
  if (car === undefined) throw new ProblemError(makeProblem('not-found'));
  changeJob(parts, job, (change) => {
    releaseCar(parts, change, { car: id, label: car.licensePlate ?? car.name });
    followPlan(change, car);
    change.record('car-chosen', { car: id, ...aboutCar(car) });
    return withCar(change.data, {
      id,
      origin: 'directory',
      name: car.name,
      licensePlate: car.licensePlate,
      vin: car.vin,
      brand: car.brand,
      model: car.model,
      operation: null,
    });
  });
}

/** A new car as requested: validated, trimmed, and named by its plate or VIN if no name was typed. */
export function checkedNewCar(typed: NewCar): {
  name: string;
  licensePlate: string | null;
  vin: string | null;
  brand: string | null;
  model: string | null;
} {
  const bounded = (text: string, field: string) => {
    const tidy = typedText(text);
    return tidy === null ? null : boundedText(tidy, field);
  };
  const licensePlate = bounded(typed.licensePlate, 'licensePlate');
  const vin = typedVin(typed.vin);
  return {
    name: requiredName(typedText(typed.name) ?? licensePlate ?? vin ?? '', 'car'),
    licensePlate,
    vin,
    brand: bounded(typed.brand, 'brand'),
    model: bounded(typed.model, 'model'),
  };
}

/** Requests a new car; the job continues at once, also offline. ProblemErrors of `checkedNewCar`. */
export function createCar(parts: JobParts, job: JobId, typed: NewCar): void {
  const car = checkedNewCar(typed);
  changeJobOf(parts, job, ['installation'], (change) => {
    const id = parts.ids.operation();
    change.enqueue({ id, kind: createCarKind, payload: { self: id, ...car } });
    releaseCar(parts, change, { car: { op: id, field: 'id' }, label: car.licensePlate ?? car.name });
    followPlan(change, car);
    change.record('car-created', aboutCar(car));
    return { ...change.data, car: { id: null, origin: 'created', ...car, operation: id } };
  });
}

/** The identity of a car for a reader of many laptops' logs. */
function aboutCar(car: ReturnType<typeof checkedNewCar>) {
  const { licensePlate: plate, name, vin, brand, model } = car;
  return { plate, name, vin, brand, model };
}

/** Another car may be chosen while nothing depends on this one, or when this one will never exist. */
function releaseCar(parts: JobParts, { data, context, replace }: JobChange, other: OtherCar): void {
  const operation = data.car?.operation ?? null;
  const made = operation === null ? undefined : readOperation(context.sqlite, operation);
  if (made?.state === 'cancelled' || made?.state === 'failed') {
    if (isLostCar(context.sqlite, made)) parts.commands.moveToCarIn(context, made.id, other);
    return;
  }
  if (isCarInUse(data, finderInQueue(context.sqlite))) {
    throw new ProblemError(makeProblem('step-not-ready', { step: 'car' }));
  }
  if (operation !== null) replace(operation);
}

/** Removes a planned car from its list, whichever job fits it. */
function followPlan(
  { context, row }: JobChange,
  car: { readonly vin: string | null; readonly licensePlate: string | null },
): void {
  const { vin, plate } = keysOf({ vin: car.vin ?? '', licensePlate: car.licensePlate ?? '', serial: '' });
  takePlannedByCar(context, row.id, { vin_key: vin, plate_key: plate });
}

/** The label by which people recognise a job's car. */
export function carLabel(car: NonNullable<JobData['car']>): string {
  return car.licensePlate ?? car.name;
}

/** Deadline while a person waits; the queue checks again before it sends anything. */
const PATIENCE_MS = 3 * SECOND;

/**
 * Refuses a new car whose VIN or plate another car has, by the local copies or by the operator if it answers in time.
 * The existing car is stored here, so that it can be chosen. ProblemErrors `car-exists`, those of `checkedNewCar`.
 */
export async function refuseExistingCar(
  { client, directory, clock }: Pick<LiveParts, 'client' | 'directory'> & { readonly clock: Clock },
  typed: NewCar,
): Promise<void> {
  const car = checkedNewCar(typed);
  const [known] = [...directory.findByVin(car.vin ?? ''), ...directory.findByPlate(car.licensePlate ?? '')];
  if (known !== undefined) throw new ProblemError(carExists(known));
  const read = await withDeadline(clock, PATIENCE_MS, (signal) => readCarsWithNumbers(client, car, signal));
  const [existing] = read.ok ? read.value : [];
  if (existing === undefined) return;
  directory.recordCar(existing);
  await directory.written();
  throw new ProblemError(carExists(existing));
}

/**
 * Moves the work of a cancelled new car to a car of the directory. A job that requested the new car takes the other
 * one. ProblemErrors `not-found`, `changed-since-shown`, `step-not-ready`.
 */
export function giveWorkToCar(
  { jobs, commands }: { readonly jobs: JobParts; readonly commands: Pick<QueueCommands, 'moveToCar'> },
  lost: OperationRow,
  id: CarId,
  seen: SeenOperation,
): void {
  const car = jobs.directory.car(id);
  if (car === undefined) throw new ProblemError(makeProblem('not-found'));
  requireUnchanged(lost, seen);
  if (lost.job_id !== null) chooseCar(jobs, lost.job_id, id);
  else commands.moveToCar(lost.id, { car: id, label: car.licensePlate ?? car.name }, seen);
}

/** The reference to a car in an operation: its id, or the id that the creating operation will bind. */
export function carReference(car: NonNullable<JobData['car']>): CarId | Reference {
  if (car.operation !== null) return { op: car.operation, field: 'id' };
  if (car.id !== null) return car.id;
  throw new Error('a car has an id or an operation that brings it');
}

/** A job's car, with the id that the operator has assigned since. */
export function carOfJob(sqlite: Sqlite, { operation, ...car }: NonNullable<JobData['car']>): JobCar {
  if (operation === null) return car;
  const bound = carId.safeParse(boundValue(sqlite, operation, 'id'));
  return { ...car, id: bound.success ? bound.data : null };
}

/**
 * Records that the crew has a key of the job's car: which key, if known, and its source. ProblemErrors `not-found`,
 * `job-finished`, `name-missing`, `name-too-long`, `input-invalid` beyond `MOST_CAR_KEYS`.
 */
export function takeCarKey(parts: JobParts, job: JobId, typed: { which: string; from: string }): void {
  const from = requiredName(typed.from, 'key');
  const which = boundedText(typedText(typed.which) ?? '', 'key');
  changeJob(parts, job, ({ data, now, record }) => {
    const { held, back } = data.carKeys;
    const number = held.length + back.length + 1;
    if (number > MOST_CAR_KEYS) throw new ProblemError(makeProblem('input-invalid'));
    record('car-key-taken', { number, which, from });
    return { ...data, carKeys: { held: [...held, { number, which, from, at: now }], back } };
  });
}

/**
 * Records to whom a key of the car was returned, also after the job's end. ProblemErrors: `not-found` (the crew does
 * not have the key), `job-finished` (another laptop continues the job), `name-missing`, `name-too-long`.
 */
export function giveBackCarKey(parts: JobParts, job: JobId, given: { number: number; to: string }): void {
  const to = requiredName(given.to, 'key');
  changeJob(
    parts,
    job,
    ({ context, data, now, record }) => {
      if (isGiven(context.sqlite, job)) throw new ProblemError(makeProblem('job-finished'));
      const { held, back } = data.carKeys;
      const key = held.find(({ number }) => number === given.number);
      if (key === undefined) throw new ProblemError(makeProblem('not-found'));
      const { number, which } = key;
      record('car-key-given-back', { number, which, to });
      const left = held.filter((other) => other !== key);
      return { ...data, carKeys: { held: left, back: [...back, { ...key, to, backAt: now }] } };
    },
    { evenFinished: true },
  );
}

/**
 * The keys in the crew's hands, from jobs of any age. Keys of a job that another laptop continues are excluded: that
 * laptop's crew returns them.
 */
export function openCarKeys(sqlite: Sqlite): readonly OpenCarKey[] {
  return jobsWithCarKeys(sqlite)
    .filter(({ id }) => !isGiven(sqlite, id))
    .flatMap((row) => {
      const { car, carKeys } = parseJobData(row);
      const about = { job: row.id, car: car === null ? null : carOfJob(sqlite, car) };
      return carKeys.held.map((key) => ({ ...about, key }));
    });
}

/**
 * Queues the car's membership; a group with an unknown name is created first. ProblemErrors `step-not-ready`,
 * `not-found`, `name-missing`, `name-too-long`.
 */
export function chooseGroup(
  parts: JobParts,
  job: JobId,
  choice: { readonly id: GroupId } | { readonly name: string },
): void {
  const group = resolveGroup(parts, choice);
  changeJobOf(parts, job, ['installation'], (change) => {
    const car = requireStep(change.data.car, 'car');
    const before = change.data.group;
    if (before !== null) {
      const { sqlite } = change.context;
      const isMember = readOperation(sqlite, before.operation)?.state === 'done';
      // A returned job gets the right group in addition. The API cannot remove a car from a group, so the car also
      // stays in the wrong one (spec part 4).
      if (isMember && openReworkOf(sqlite, job) === null) {
        throw new ProblemError(makeProblem('step-not-ready', { step: 'group' }));
      }
      if (!isMember) {
        change.replace(before.operation);
        giveUpUnsent(change, before.createOperation);
      }
    }
    const createOperation = group.id === null ? parts.ids.operation() : null;
    if (createOperation !== null) {
      change.enqueue({ id: createOperation, kind: createGroupKind, payload: { name: group.name } });
    }
    const id = parts.ids.operation();
    change.enqueue({
      id,
      kind: addCarToGroupKind,
      payload: {
        car: carReference(car),
        carLabel: carLabel(car),
        group:
          createOperation === null ? requireStep(group.id, 'group') : { op: createOperation, field: 'id' },
        groupName: group.name,
      },
    });
    change.record('group-chosen', { group: group.name, isNew: createOperation !== null });
    return {
      ...change.data,
      group: { id: group.id, name: group.name, createOperation, operation: id },
      skipped: change.data.skipped.filter((step) => step !== 'group'),
    };
  });
}

/** Cancels the creation of a wrongly chosen group if it was not sent. A sent one stays and does no harm. */
function giveUpUnsent({ context, replace }: JobChange, createOperation: OperationId | null): void {
  if (createOperation === null) return;
  const state = readOperation(context.sqlite, createOperation)?.state;
  if (state === 'ready' || state === 'waiting' || state === 'blocked') replace(createOperation);
}

function resolveGroup(
  { directory }: JobParts,
  choice: { readonly id: GroupId } | { readonly name: string },
): { id: GroupId | null; name: string } {
  if ('id' in choice) {
    const known = directory.group(choice.id);
    if (known === undefined) throw new ProblemError(makeProblem('not-found'));
    return known;
  }
  const name = requiredName(choice.name, 'group');
  return directory.groupByName(name) ?? { id: null, name };
}
