import type { OperationView } from '../../shared/domain/operation.ts';
import { matchSerial, sendableSerial } from '../../shared/domain/serial.ts';
import type { CarId, ProductId } from '../../shared/ids.ts';
import type { CallOutput } from '../../shared/ipc/contract.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { SECOND } from '../../shared/time.ts';
import type { DirectoryProduct } from '../directory/answers.ts';
import { assignmentWithNames } from '../directory/live.ts';
import { requireUsable, checkedSerial, matchBox, serialsOf } from '../jobs/box-lookup.ts';
import { withDeadline } from '../operator/client.ts';
import { listCarAssignments } from '../operator/endpoints/cars.ts';
import { readProduct } from '../operator/endpoints/products.ts';
import { installKind } from '../operations/queue/kinds/install.ts';
import { uninstallKind, openRemovals } from '../operations/queue/kinds/uninstall.ts';
import { known, labelOf, type EditParts, requestEdit } from './request-edit.ts';

/** Deadline while a person waits to decide; a value not read by then is shown as unknown. */
const PREVIEW_DEADLINE_MS = 3 * SECOND;

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
 * Queues the removal of a product from its car: the one in the local copies, else `named`. ProblemError
 * `not-found`, `box-not-installed`, `operator-not-offered` (neither is known).
 */
export function uninstallProduct(parts: EditParts, id: ProductId, named: CarId | undefined): OperationView {
  const product = known(parts.directory.product(id));
  const car = installedIn(product) ?? named;
  if (car === undefined) {
    throw new ProblemError(makeProblem('operator-not-offered', { feature: 'products.car' }));
  }
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
  const { client, clock, directory } = parts;
  const product = known(directory.product(id));
  const takes = takesAssignments(product);
  return withDeadline(clock, PREVIEW_DEADLINE_MS, async (signal) => {
    const car = installedIn(product) ?? named ?? (await carReportedBy(parts, id, signal));
    if (car === null) return { car, takesAssignments: takes, assignments: takes ? null : [] };
    const leaves = { id: car, label: carLabelOf(parts, car) };
    if (!takes) return { car: leaves, takesAssignments: false, assignments: [] };
    const listed = await client.pages((page) => listCarAssignments(car, page), { signal });
    if (listed.ok) directory.recordCarAccesses(car, listed.value);
    await directory.written();
    const assignments = listed.ok
      ? listed.value.map((assignment) => assignmentWithNames(directory, assignment))
      : null;
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
