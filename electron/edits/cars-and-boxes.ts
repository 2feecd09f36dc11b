import type { OperationView } from '../../shared/domain/operation.ts';
import {
  boundedText,
  requiredName,
  typedDescription,
  typedText,
  typedVin,
  type Place,
} from '../../shared/domain/typed-text.ts';
import type { AssignmentId, CarId, UserId, ProductId } from '../../shared/ids.ts';
import type { NewCar } from '../../shared/ipc/calls/jobs.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type Instant, MINUTE, SECOND } from '../../shared/time.ts';
import { matchSerial, sendableSerial } from '../../shared/domain/serial.ts';
import type { CallOutput, CallParsed } from '../../shared/ipc/contract.ts';
import type { Assignment } from '../../shared/operator/resources.ts';
import { refuseExistingCar, checkedNewCar } from '../jobs/steps/car.ts';
import { type CarPatch, listCarAssignments } from '../operator/endpoints/cars.ts';
import { isInFlight } from '../db/tables/queue/operations.ts';
import { createCarKind } from '../operations/queue/kinds/create-car.ts';
import { carLane } from '../operations/queue/kinds/references.ts';
import { updateCarKind } from '../operations/queue/kinds/update-car.ts';
import { createEventKind } from '../operations/queue/kinds/create-event.ts';
import type { DirectoryProduct } from '../directory/rows.ts';
import { assignmentWithNames } from '../directory/live.ts';
import { requireUsable, checkedSerial, matchBox, serialsOf } from '../jobs/box-lookup.ts';
import { withDeadline } from '../operator/client.ts';
import { readProduct } from '../operator/endpoints/products.ts';
import { installKind } from '../operations/queue/kinds/install.ts';
import { uninstallKind, openRemovals } from '../operations/queue/kinds/uninstall.ts';
import { known, labelOf, type EditParts, requestEdit } from './request-edit.ts';

/* Edits of cars and their events, and of the products in cars. */

/**
 * Queues a new car. Refuses it if the local copies, or the operator if it answers in time, have a car with its VIN
 * or plate. ProblemErrors of `refuseExistingCar`, and `name-too-long` for the description.
 */
export async function createCar(
  parts: EditParts,
  typed: NewCar,
  description: string,
): Promise<OperationView> {
  const car = checkedNewCar(typed);
  const described = typedDescription(description);
  await refuseExistingCar(parts, typed);
  return requestEdit(parts, {
    kind: createCarKind,
    payload: (self) => ({ self, ...car, description: described }),
    about: { car: labelOf(car), vin: car.vin },
  });
}

/** Fields of a car as typed; an omitted field stays, null or an empty text clears it. */
type TypedCarPatch = { readonly [Field in keyof CarPatch]?: CarPatch[Field] | undefined };

/**
 * Changes a car. Only fields that differ from the local copy are sent. While another change is in flight the local
 * copy is outdated, so every given field is sent. ProblemError `not-found`, `nothing-changed`, `name-missing`,
 * `name-too-long`, `vin-malformed`.
 */
export function updateCar(parts: EditParts, id: CarId, typed: TypedCarPatch): OperationView {
  const car = known(parts.directory.carDetails(id));
  const underWay = isInFlight(parts.database.sqlite, 'update-car', carLane(id));
  const patch = Object.fromEntries(
    patchable.flatMap((field) => {
      const text = typed[field];
      if (text === undefined) return [];
      const value = checked[field](text ?? '');
      return value === car[field] && !underWay ? [] : [[field, value]];
    }),
  );
  if (Object.keys(patch).length === 0) throw new ProblemError(makeProblem('nothing-changed'));
  return requestEdit(parts, {
    kind: updateCarKind,
    payload: () => ({ car: id, carLabel: labelOf(car), patch }),
    about: { car: id, label: labelOf(car), fields: Object.keys(patch).join(' ') },
  });
}

const patchable = ['name', 'description', 'licensePlate', 'vin', 'brand', 'model'] as const;

const line = (field: string) => (text: string) => {
  const tidy = typedText(text);
  return tidy === null ? null : boundedText(tidy, field);
};

const checked = {
  name: (text: string) => requiredName(text, 'car'),
  description: typedDescription,
  licensePlate: line('licensePlate'),
  vin: typedVin,
  brand: line('brand'),
  model: line('model'),
} as const;

/** A person types minutes, so "now" may lie a few seconds ahead. */
const CLOCK_TOLERANCE_MS = MINUTE;

/**
 * Records that a car was opened or closed. The API has no way to delete the record. ProblemError `not-found`,
 * `time-in-future`.
 */
export function recordEvent(
  parts: EditParts,
  event: {
    readonly carId: CarId;
    readonly userId: UserId;
    readonly type: 'CarOpened' | 'CarClosed';
    readonly at: Instant;
    readonly place?: Place | undefined;
  },
): OperationView {
  const car = known(parts.directory.car(event.carId));
  const user = known(parts.directory.user(event.userId));
  const { type, at } = event;
  if (at > parts.clock.now() + CLOCK_TOLERANCE_MS) throw new ProblemError(makeProblem('time-in-future'));
  return requestEdit(parts, {
    kind: createEventKind,
    payload: (self) => ({
      self,
      car: car.id,
      carLabel: labelOf(car),
      userId: user.id,
      type,
      at,
      utcOffsetMinutes: parts.utcOffsetMinutes(at),
      userAgent: parts.userAgent,
      ...(event.place === undefined ? {} : { place: event.place }),
    }),
    about: { car: car.id, label: labelOf(car), user: user.id, type, at },
  });
}

/** Deadline while a person waits; a value not read by then is shown as unknown. */
const READ_DEADLINE_MS = 3 * SECOND;

/**
 * Queues the installation of a product in a car. If a serial matches a Box and another product, the Box is
 * installed. The send step checks that the product is free. ProblemError `not-found`, `serial-missing`,
 * `serial-malformed`, `box-ambiguous`, `box-out-of-use`.
 */
export function installProduct(parts: EditParts, id: CarId, typed: string): OperationView {
  const { directory } = parts;
  const car = known(directory.car(id));
  const serial = checkedSerial(typed);
  const box = matchBox(directory, serial);
  const meant = box.match === 'none' ? matchSerial(directory.productsBySerial(serial).rows, serial) : box;
  if (meant.match === 'several') {
    const serials = serialsOf(meant.products);
    throw new ProblemError(makeProblem('box-ambiguous', { serial: serial.trim(), serials }));
  }
  requireUsable(parts, serial);
  const product = meant.match === 'one' ? meant.product : undefined;
  const serialNumber = product?.serialNumber ?? sendableSerial(serial);
  return requestEdit(parts, {
    kind: installKind,
    payload: () => ({ car: id, carLabel: labelOf(car), productId: product?.id ?? null, serialNumber }),
    about: { car: id, label: labelOf(car), serial: serial.trim(), sentAs: serialNumber },
  });
}

/**
 * Queues the removal of a product from its car: the one in the local copies, else `carId`. ProblemError `not-found`,
 * `box-not-installed`, `operator-not-offered` (neither is known), `changed-since-shown` (they differ, or an access that
 * the person did not see would end).
 */
export async function uninstallProduct(
  parts: EditParts,
  { productId: id, carId: named, seen }: CallParsed<'edits.uninstall'>,
): Promise<OperationView> {
  const leaving = leavingProduct(parts, id, named);
  if (seen !== null) await refuseUnseen(parts, leaving, new Set(seen));
  // The copies may have changed during the wait for the operator.
  const { product, car } = leavingProduct(parts, id, leaving.car);
  const label = carLabelOf(parts, car);
  return requestEdit(parts, {
    kind: uninstallKind,
    payload: () => ({
      car,
      carLabel: label,
      productId: id,
      serialNumber: product.serialNumber,
      takesAssignments: takesAssignments(product),
      ...openRemovals(parts.database.sqlite, car, { productId: id, serialNumber: product.serialNumber }),
    }),
    about: { car, label, product: id, serial: product.serialNumber },
  });
}

/** A product and the car that it leaves. */
interface LeavingProduct {
  readonly product: DirectoryProduct;
  readonly car: CarId;
}

function leavingProduct({ directory }: EditParts, id: ProductId, named: CarId | undefined): LeavingProduct {
  const product = known(directory.product(id));
  const here = installedIn(product);
  // The person saw the accesses of the named car; those of another one would end unseen.
  if (here !== null && named !== undefined && named !== here) {
    throw new ProblemError(makeProblem('changed-since-shown'));
  }
  const car = here ?? named;
  if (car === undefined) {
    throw new ProblemError(makeProblem('operator-not-offered', { feature: 'products.car' }));
  }
  return { product, car };
}

/**
 * Reads the accesses of the car again. Without an answer of the operator the last local list counts. ProblemError
 * `changed-since-shown` if one would end that the person did not see; an expired one ends no more.
 */
async function refuseUnseen(
  parts: EditParts,
  { product, car }: LeavingProduct,
  seen: ReadonlySet<AssignmentId>,
): Promise<void> {
  if (!takesAssignments(product)) return;
  const { clock, directory } = parts;
  await withDeadline(clock, READ_DEADLINE_MS, (signal) => readAccesses(parts, car, signal));
  const now = clock.now();
  const ending = directory.carAccesses(car).rows.filter(({ end }) => end === null || end > now);
  if (ending.some(({ id }) => !seen.has(id))) throw new ProblemError(makeProblem('changed-since-shown'));
}

/** Reads the accesses of a car and stores them in the local copies; null = the operator did not answer. */
async function readAccesses(
  { client, directory }: EditParts,
  car: CarId,
  signal: AbortSignal,
): Promise<readonly Assignment[] | null> {
  const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
  if (!listed.ok) return null;
  directory.recordCarAccesses(car, listed.value);
  await directory.written();
  return listed.value;
}

/**
 * The accesses that the removal would end. If neither the local copies nor `named` give the car, the operator is
 * asked for this one product, because a single read may return the car that the lists omit. ProblemError
 * `not-found`, `box-not-installed`.
 */
export async function uninstallPreview(
  parts: EditParts,
  id: ProductId,
  named: CarId | undefined,
): Promise<CallOutput<'edits.uninstallPreview'>> {
  const { clock, directory } = parts;
  const product = known(directory.product(id));
  const takes = takesAssignments(product);
  return withDeadline(clock, READ_DEADLINE_MS, async (signal) => {
    const car = installedIn(product) ?? named ?? (await carReportedBy(parts, id, signal));
    if (car === null) return { car, takesAssignments: takes, assignments: takes ? null : [] };
    const leaves = { id: car, label: carLabelOf(parts, car) };
    if (!takes) return { car: leaves, takesAssignments: false, assignments: [] };
    const listed = await readAccesses(parts, car, signal);
    const assignments = listed?.map((access) => assignmentWithNames(directory, access)) ?? null;
    return { car: leaves, takesAssignments: true, assignments };
  });
}

/** Null = the operator does not report the car either, or not within the deadline. */
async function carReportedBy(
  { client, directory }: EditParts,
  id: ProductId,
  signal: AbortSignal,
): Promise<CarId | null> {
  const read = await client.call(readProduct(id, client.assumptions), { signal });
  if (!read.ok || read.value.carId === undefined) return null;
  directory.recordProduct(read.value);
  await directory.written();
  return installedIn(known(directory.product(id)));
}

/** Only a Box ends the car's assignments with its removal (spec part 3). A product of unknown family may be a Box. */
function takesAssignments({ family }: DirectoryProduct): boolean {
  return family !== 'iq';
}

/** The car according to the local copies; null = they do not have it. ProblemError `box-not-installed`. */
function installedIn({ car, serialNumber }: DirectoryProduct): CarId | null {
  if (!car.known) return null;
  if (car.id === null) throw new ProblemError(makeProblem('box-not-installed', { serial: serialNumber }));
  return car.id;
}

function carLabelOf({ directory }: EditParts, id: CarId): string {
  const car = directory.car(id);
  return car === undefined ? String(id) : labelOf(car);
}
