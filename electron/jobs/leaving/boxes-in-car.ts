import type { LeavingBox } from '../../../shared/domain/job-removal.ts';
import type { CarId, JobId } from '../../../shared/ids.ts';
import type { CallOutput } from '../../../shared/ipc/contract.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import type { DirectoryProduct } from '../../directory/answers.ts';
import { withDeadline } from '../../operator/deadline.ts';
import { listCarProducts } from '../../operator/endpoints/cars.ts';
import { loadJob, requireStep } from '../change.ts';
import type { JobParts, LiveParts } from '../parts.ts';

/** A person stands at the car; what cannot be read by then is said to be unchecked. */
const DEADLINE_MS = 3 * SECOND;

/** The Boxes that may be in the job's car, asked of the operator. ProblemError `not-found`, `step-not-ready`. */
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
  if (read.ok) for (const product of read.value) directory.recordProduct({ ...product, carId: id });
  const inCar = read.ok ? new Set(read.value.map((product) => product.id)) : null;
  return {
    checked: read.ok,
    boxes: directory
      .productsInCar(id)
      .rows.filter((product) => mayBeBox(product) && (inCar === null || inCar.has(product.id)))
      .map((product) => leavingOf(product, id, clock.now())),
  };
}

/** Only a Box is removed here; what is neither Box nor IQ may be one. */
export function mayBeBox({ family }: Pick<DirectoryProduct, 'family'>): boolean {
  return family !== 'iq';
}

/** The Box and its source: the operator a moment ago, the copies, or only the person who holds its label. */
export function leavingOf(product: DirectoryProduct, car: CarId, now: number): LeavingBox {
  const reported = product.car.known && product.car.id === car ? product.car.asOf : null;
  return {
    productId: product.id,
    serialNumber: product.serialNumber,
    sapNumber: product.sapNumber,
    reported: reported === null ? 'person' : now - reported < MINUTE ? 'operator' : 'local',
    reportedAt: reported,
  };
}
