import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { sendableSerial } from '../../../shared/domain/serial.ts';
import {
  conditionAfter,
  type LeavingBox,
  type LostAccess,
  type Losses,
  type RemovalReason,
} from '../../../shared/domain/job-removal.ts';
import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';
import type { CarId, JobId, ProductId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { CallOutput } from '../../../shared/ipc/contract.ts';
import { MINUTE, SECOND, type Instant } from '../../../shared/time.ts';
import type { DirectoryProduct, KeptAccess } from '../../directory/rows.ts';
import { withDeadline } from '../../operator/client.ts';
import { listCarProducts, listCarAssignments } from '../../operator/endpoints/cars.ts';
import { livingAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { installKind } from '../../operations/queue/kinds/install.ts';
import { uninstallKind, openRemovals } from '../../operations/queue/kinds/uninstall.ts';
import { requireUsable, checkedSerial, matchBox, serialsOf } from '../box-lookup.ts';
import {
  changeJobOf,
  requireStep,
  loadJob,
  ofKind,
  type JobChange,
  type JobDirectory,
  type JobParts,
  type LiveParts,
} from '../change.ts';
import { finderInQueue, isOutDecided } from '../kinds.ts';
import { plannedInstead } from '../planned/expectations.ts';
import type { DataOf } from '../job-data.ts';
import { aboutBox, orderedBox } from '../steps/box.ts';
import { carLabel, carReference } from '../steps/car.ts';

/* The removal of a Box: the choice of the Box, its accesses, and the order. */

/**
 * Chooses the Box to remove: one of the list, or the serial of its label. Its accesses must then be read again. A Box
 * that the office did not plan needs a reason, which the log records. ProblemErrors `step-not-ready`, `not-found`,
 * `serial-missing`, `serial-malformed`, `box-ambiguous`, `leaving-box-not-planned`, `name-too-long` for the reason.
 */
export function chooseLeavingBox(
  parts: JobParts,
  job: JobId,
  choice: { readonly productId: ProductId } | { readonly serialNumber: string },
  typedReason = '',
): void {
  const { directory } = parts;
  changeJobOf(parts, job, ['removal', 'swap'], (change) => {
    const car = requireStep(requireStep(change.data.car, 'car').id, 'car');
    refuseDecided(change, 'old-box');
    const product =
      'productId' in choice
        ? directory.product(choice.productId)
        : boxOfSerial(directory, choice.serialNumber, car);
    if (product === undefined && 'productId' in choice) throw new ProblemError(makeProblem('not-found'));
    const typed = 'serialNumber' in choice ? choice.serialNumber.trim() : null;
    const box = boxOf(product, typed, car, change.now);
    const planned = plannedInstead(parts.database.sqlite, job, box.serialNumber, product ?? null);
    const reason = boundedText(typedText(typedReason) ?? '', 'reason', LONGEST_REASON);
    if (planned !== null && reason === '') {
      throw new ProblemError(makeProblem('leaving-box-not-planned', { serial: box.serialNumber, planned }));
    }
    change.record('leaving-box-chosen', {
      serial: box.serialNumber,
      sap: box.sapNumber,
      typed,
      reported: box.reported,
    });
    if (planned !== null) change.record('other-box-leaves', { serial: box.serialNumber, planned, reason });
    return {
      ...change.data,
      oldBox: { ...box, takesAssignments: product === undefined || mayBeBox(product) },
      losses: null,
      out: null,
    };
  });
}

/** Among several Boxes that match a serial, the one installed in this car. ProblemError `box-ambiguous`. */
function boxOfSerial(directory: JobDirectory, typed: string, car: CarId): DirectoryProduct | undefined {
  const found = matchBox(directory, checkedSerial(typed));
  if (found.match !== 'several') return found.match === 'one' ? found.product : undefined;
  const [only, second] = found.products.filter((product) => product.car.known && product.car.id === car);
  if (only !== undefined && second === undefined) return only;
  const serials = serialsOf(found.products);
  throw new ProblemError(makeProblem('box-ambiguous', { serial: typed.trim(), serials }));
}

function boxOf(
  product: DirectoryProduct | undefined,
  typed: string | null,
  car: CarId,
  now: number,
): LeavingBox {
  if (product !== undefined) return leavingOf(product, car, now);
  const serialNumber = sendableSerial(requireStep(typed, 'old-box'));
  return { productId: null, serialNumber, sapNumber: null, reported: 'person', reportedAt: null };
}

/** Deadline while a person waits at the car. After it the value is unchecked, or the last known list is used. */
const DEADLINE_MS = 3 * SECOND;

/** The Boxes that may be in the job's car, read from the operator. ProblemErrors `not-found`, `step-not-ready`. */
export async function boxesInCar(
  parts: JobParts & LiveParts,
  job: JobId,
): Promise<CallOutput<'jobs.boxesInCar'>> {
  const { client, directory, clock } = parts;
  const { car } = loadJob(parts.database.sqlite, job).data;
  const id = requireStep(requireStep(car, 'car').id, 'car');
  const read = await withDeadline(clock, DEADLINE_MS, (signal) =>
    client.call(listCarProducts(id, client.assumptions), { signal }),
  );
  if (read.ok && read.value.length > 0) {
    for (const product of read.value) directory.recordProduct({ ...product, carId: id });
    await directory.written();
  }
  const inCar = read.ok ? new Set(read.value.map((product) => product.id)) : null;
  return {
    checked: read.ok,
    boxes: directory
      .productsInCar(id)
      .rows.filter((product) => mayBeBox(product) && (inCar === null || inCar.has(product.id)))
      .map((product) => leavingOf(product, id, clock.now())),
  };
}

/** Only a Box is removed here. A product that is neither Box nor IQ may be a Box. */
function mayBeBox({ family }: Pick<DirectoryProduct, 'family'>): boolean {
  return family !== 'iq';
}

/** The Box with its source: the operator's live answer, the local copies, or only the label that a person reads. */
function leavingOf(product: DirectoryProduct, car: CarId, now: number): LeavingBox {
  const reported = product.car.known && product.car.id === car ? product.car.asOf : null;
  return {
    productId: product.id,
    serialNumber: product.serialNumber,
    sapNumber: product.sapNumber,
    reported: reported === null ? 'person' : now - reported < MINUTE ? 'operator' : 'local',
    reportedAt: reported,
  };
}

/**
 * Reads the accesses that end with the Box and saves them in the job. Without the operator's answer it uses the last
 * local list plus this laptop's later requests, and the job records that. ProblemErrors `not-found`, `step-not-ready`.
 */
export async function readLosses(parts: JobParts & LiveParts, job: JobId): Promise<void> {
  const { client, clock, directory } = parts;
  const { data } = loadJob(parts.database.sqlite, job);
  const { car, oldBox } = ofKind(data, ['removal', 'swap']);
  const id = requireStep(requireStep(car, 'car').id, 'car');
  const { takesAssignments } = requireStep(oldBox, 'old-box');
  const listed = await withDeadline(clock, DEADLINE_MS, (signal) =>
    client.pages((page) => listCarAssignments(id, page), { signal }),
  );
  if (listed.ok) {
    directory.recordCarAccesses(id, listed.value);
    await directory.written();
  }
  changeJobOf(parts, job, ['removal', 'swap'], (change) => {
    // Another Box may have been chosen during the request.
    if (change.data.oldBox?.serialNumber !== oldBox?.serialNumber) return change.data;
    refuseDecided(change, 'losses');
    const losses = takesAssignments
      ? lossesOf(parts, id, listed.ok, change.now)
      : { source: 'operator' as const, asOf: change.now, readAt: change.now, accesses: [] };
    return { ...change.data, losses };
  });
}

/** Must follow a recorded reading when `isFresh`. */
function lossesOf(parts: JobParts, car: CarId, isFresh: boolean, now: Instant): Losses {
  const { directory, database } = parts;
  const { rows, asOf } = directory.carAccesses(car);
  const named = (access: Omit<LostAccess, 'userName'>): LostAccess => ({
    ...access,
    userName: access.userId === null ? null : (directory.user(access.userId)?.name ?? null),
  });
  const listed = rows.map(named);
  const mine = livingAssignmentsOf(database.sqlite, car)
    .filter(
      (local) =>
        // A fresh list contains every access that has a number.
        !(isFresh && local.assignment_id !== null) &&
        !rows.some((row) => isSame(row, local.user_id, local.start_at, local.end_at)),
    )
    .map((local) =>
      named({
        id: local.assignment_id,
        userId: local.user_id,
        start: local.start_at,
        end: local.end_at,
        lifetime: null,
        renewableAfter: null,
      }),
    );
  return {
    source: isFresh ? 'operator' : asOf === null && mine.length === 0 ? 'none' : 'local',
    asOf,
    readAt: now,
    accesses: [...listed, ...mine].sort(byUrgency(now)),
  };
}

function isSame(row: KeptAccess, user: number, start: Instant, end: Instant | null): boolean {
  return row.userId === user && row.start === start && row.end === end;
}

/** Valid accesses first, then by start time. */
function byUrgency(now: Instant) {
  const isOver = ({ end }: LostAccess) => (end !== null && end <= now ? 1 : 0);
  return (one: LostAccess, other: LostAccess): number =>
    isOver(one) - isOver(other) || one.start - other.start;
}

type LeavingData = DataOf<'removal' | 'swap'>;

/**
 * Stores the displayed list, the reason and the removal in ONE transaction. In a swap the new Box is included and waits
 * for the old Box's removal. ProblemErrors `step-not-ready`, `changed-since-shown` (the list differs from the displayed
 * one), `value-missing` (the reason "other" needs words), `box-out-of-use` for the new Box.
 */
export function takeOut(parts: JobParts, job: JobId, typed: RemovalReason, seenAt: Instant): void {
  const { code, text } = typed;
  const words = typedText(text);
  if (code === 'other' && words === null) {
    throw new ProblemError(makeProblem('value-missing', { field: 'reason' }));
  }
  const reason = { ...typed, text: words === null ? '' : boundedText(words, 'reason') };
  changeJobOf<'removal' | 'swap'>(parts, job, ['removal', 'swap'], (change) => {
    const { data } = change;
    const car = requireStep(data.car, 'car');
    const box = requireStep(data.oldBox, 'old-box');
    const losses = requireStep(data.losses, 'losses');
    refuseDecided(change, 'take-out');
    if (data.kind === 'swap' && data.box !== null) requireUsable(parts, data.box.lookupSerial);
    if (losses.readAt !== seenAt) throw new ProblemError(makeProblem('changed-since-shown'));
    const removal = parts.ids.operation();
    const id = requireStep(car.id, 'car');
    change.enqueue({
      id: removal,
      kind: uninstallKind,
      payload: {
        car: id,
        carLabel: carLabel(car),
        productId: box.productId,
        serialNumber: box.serialNumber,
        takesAssignments: box.takesAssignments,
        ...openRemovals(change.context.sqlite, id, box),
      },
    });
    recordLosses(change, removal, reason);
    const out = { operation: removal, reason, at: change.now };
    if (data.kind === 'removal') return { ...data, out };
    return fitAfter(parts, { ...change, data }, out);
  });
}

/** Queues the new Box after the removal of the old one. Operations of an earlier decision are cancelled. */
function fitAfter(
  parts: JobParts,
  { data, context, enqueue, replace, record }: JobChange<DataOf<'swap'>>,
  out: NonNullable<LeavingData['out']>,
): DataOf<'swap'> {
  const car = requireStep(data.car, 'car');
  const box = requireStep(data.box, 'box');
  for (const id of [box.operation, ...data.restores.map(({ operation }) => operation)]) {
    if (id !== null && readOperation(context.sqlite, id)?.state === 'held') replace(id);
  }
  const operation = parts.ids.operation();
  enqueue({
    id: operation,
    kind: installKind,
    payload: { car: carReference(car), carLabel: carLabel(car), ...orderedBox(data, box) },
    after: [out.operation],
  });
  record('box-chosen', aboutBox(box, operation));
  return { ...data, out, box: { ...box, operation } };
}

/**
 * A swap that was taken over after the removal of its old Box: the new Box is requested here. ProblemError
 * `step-not-ready` (no removal, or the Box is requested already: it would be installed twice).
 */
export function fitNewBox(parts: JobParts, job: JobId): void {
  changeJobOf(parts, job, ['swap'], (change) => {
    const out = requireStep(change.data.out, 'exchange');
    const asked = change.data.box?.operation ?? null;
    const state = asked === null ? undefined : readOperation(change.context.sqlite, asked)?.state;
    if (state !== undefined && state !== 'failed' && state !== 'cancelled')
      throw new ProblemError(makeProblem('step-not-ready', { step: 'box' }));
    return fitAfter(parts, change, out);
  });
}

/** The log records the accesses one by one, because they cannot be read afterwards. */
function recordLosses(
  { data, record }: JobChange<LeavingData>,
  operation: NonNullable<LeavingData['out']>['operation'],
  reason: RemovalReason,
): void {
  const { accesses = [], asOf = null, source = 'none' } = data.losses ?? {};
  for (const { id, userId, userName, start, end } of accesses) {
    record('access-at-stake', { operation, assignment: id, user: userId, name: userName, start, end });
  }
  record('box-leaves', {
    operation,
    serial: data.oldBox?.serialNumber ?? null,
    reason: reason.code,
    words: reason.text,
    condition: conditionAfter(reason),
    accesses: accesses.length,
    asOf,
    source,
  });
}

/** ProblemError `step-not-ready` while the removal is under way. A cancelled or refused one may be decided again. */
function refuseDecided(
  { data, context }: Pick<JobChange<LeavingData>, 'data' | 'context'>,
  step: string,
): void {
  if (isOutDecided(data, finderInQueue(context.sqlite))) {
    throw new ProblemError(makeProblem('step-not-ready', { step }));
  }
}
