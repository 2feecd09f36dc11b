import { LONGEST_REASON } from '../../../shared/domain/checklist.ts';
import { sendableSerial } from '../../../shared/domain/serial.ts';
import type { LeavingBox } from '../../../shared/domain/job-removal.ts';
import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';
import type { CarId, JobId, ProductId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { CallOutput } from '../../../shared/ipc/contract.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import type { DirectoryProduct } from '../../directory/answers.ts';
import { withDeadline } from '../../operator/client.ts';
import { listCarProducts } from '../../operator/endpoints/cars.ts';
import { checkedSerial, matchBox, serialsOf } from '../box-lookup.ts';
import { changeJobOf, requireStep, loadJob } from '../change.ts';
import type { JobDirectory, JobParts, LiveParts } from '../parts.ts';
import { plannedInstead } from '../planned/expectations.ts';
import { refuseDecided } from './take-out.ts';

/**
 * Which Box leaves: one of the list, or the serial of its label. What goes with it is to be read afresh then. Another one than the office
 * planned needs a reason, which the log keeps.
 * ProblemError `step-not-ready`, `not-found`, `serial-missing`, `serial-malformed`, `box-ambiguous`, `leaving-box-not-planned`,
 * `name-too-long` for the reason.
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

/** Of several Boxes that a serial fits, the one that is in this car leaves it. ProblemError `box-ambiguous`. */
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
function mayBeBox({ family }: Pick<DirectoryProduct, 'family'>): boolean {
  return family !== 'iq';
}

/** The Box and its source: the operator a moment ago, the copies, or only the person who holds its label. */
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
