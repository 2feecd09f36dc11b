import { sendableSerial } from '../../../shared/domain/serial.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { moveDependants } from '../../db/tables/queue/dependencies.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { installKind } from '../../queue/kinds/install.ts';
import { changeJob, requireStep } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { boxBySerial, checkedSerial, variantOf } from '../box-lookup.ts';
import { preflightChecks } from '../preflight.ts';
import { carLabel } from './car.ts';
import { carReference } from './car-reference.ts';

/**
 * Queues the installation of a Box. A Box chosen before is replaced while its installation has not been done.
 * ProblemError `step-not-ready` (no car, or a Box is in already), `serial-missing`, `serial-malformed`.
 */
export function installBox(parts: JobParts, job: JobId, typed: string): void {
  const serial = checkedSerial(typed);
  const known = boxBySerial(parts.directory, serial);
  changeJob(parts, job, (change) => {
    const car = requireStep(change.data.car, 'car');
    const before = change.data.box;
    if (before !== null && readOperation(change.context.sqlite, before.operation)?.state === 'done') {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'box' }));
    }
    const id = parts.ids.operation();
    const lookupSerial = known?.serialNumber ?? sendableSerial(serial);
    change.enqueue({
      id,
      kind: installKind,
      payload: {
        car: carReference(car),
        carLabel: carLabel(car),
        productId: known?.id ?? null,
        serialNumber: lookupSerial,
      },
    });
    if (before !== null) {
      // What waits for the Box (the test access) now waits for this one; it must not be held with the one given up.
      moveDependants(change.context, before.operation, id);
      change.replace(before.operation);
    }
    change.record(before === null ? 'box-chosen' : 'box-replaced', {
      serial: typed.trim(),
      sentAs: lookupSerial,
    });
    return {
      ...change.data,
      box: {
        serialNumber: typed.trim(),
        lookupSerial,
        variant: variantOf(change.data.key, known?.sapNumber ?? null),
        sapNumber: known?.sapNumber ?? null,
        productId: known?.id ?? null,
        operation: id,
        checks: preflightChecks(parts, change.data, serial).checks,
      },
    };
  });
}
