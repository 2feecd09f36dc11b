import { sendableSerial } from '../../../shared/domain/serial.ts';
import type { LeavingBox } from '../../../shared/domain/job-removal.ts';
import type { CarId, JobId, ProductId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { DirectoryProduct } from '../../directory/answers.ts';
import { boxBySerial, checkedSerial } from '../box-lookup.ts';
import { changeJobOf, requireStep } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { leavingOf, mayBeBox } from './boxes-in-car.ts';
import { refuseDecided } from './take-out.ts';

/**
 * Which Box leaves: one of the list, or the serial of its label. What goes with it is to be read afresh then.
 * ProblemError `step-not-ready`, `not-found`, `serial-missing`, `serial-malformed`.
 */
export function chooseLeavingBox(
  parts: JobParts,
  job: JobId,
  choice: { readonly productId: ProductId } | { readonly serialNumber: string },
): void {
  const { directory } = parts;
  const product =
    'productId' in choice
      ? directory.product(choice.productId)
      : boxBySerial(directory, checkedSerial(choice.serialNumber));
  if (product === undefined && 'productId' in choice) throw new ProblemError(makeProblem('not-found'));
  changeJobOf(parts, job, ['removal', 'swap'], (change) => {
    const car = requireStep(requireStep(change.data.car, 'car').id, 'car');
    refuseDecided(change, 'old-box');
    const typed = 'serialNumber' in choice ? choice.serialNumber.trim() : null;
    const box = boxOf(product, typed, car, change.now);
    change.record('leaving-box-chosen', {
      serial: box.serialNumber,
      sap: box.sapNumber,
      typed,
      told: box.told,
    });
    return {
      ...change.data,
      oldBox: { ...box, takesAssignments: product === undefined || mayBeBox(product) },
      losses: null,
      out: null,
    };
  });
}

function boxOf(
  product: DirectoryProduct | undefined,
  typed: string | null,
  car: CarId,
  now: number,
): LeavingBox {
  if (product !== undefined) return leavingOf(product, car, now);
  const serialNumber = sendableSerial(requireStep(typed, 'old-box'));
  return { productId: null, serialNumber, sapNumber: null, told: 'person', toldAt: null };
}
