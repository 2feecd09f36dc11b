import { labelOf } from '../../../shared/domain/box-label.ts';
import type { JobBox } from '../../../shared/domain/job.ts';
import { sendableSerial } from '../../../shared/domain/serial.ts';
import type { JobId, OperationId, ProductId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { moveDependants } from '../../db/tables/queue/dependencies.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { installKind } from '../../queue/kinds/install.ts';
import { changeJobOf, type JobChange, requireStep } from '../change.ts';
import type { LogData } from '../../log/append.ts';
import type { DataOf } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { boxBySerial, checkedSerial, variantOf } from '../box-lookup.ts';
import { forceBox } from '../force-box.ts';
import { fittingOf, preflightChecks } from '../preflight.ts';
import { forgetLabel } from './box-label.ts';
import { carLabel } from './car.ts';
import { carReference } from './car-reference.ts';

type FittedData = DataOf<'installation' | 'swap'>;

/**
 * Takes a Box and queues its installation; in a swap it is only taken until the exchange is decided. A Box taken before is
 * replaced while its installation has not been done, with the photo of its label; the label in hand becomes this Box's own.
 * With a `typedReason`, even an empty one, a Box that a check refuses needs it: it leaves a mark that stays. Left out where
 * nobody is there to give one: the operator's answer decides.
 * ProblemError `step-not-ready` (no car, or a Box is in already), `serial-missing`, `serial-malformed`, `box-refused`,
 * `name-too-long` for the reason.
 */
export function installBox(parts: JobParts, job: JobId, typed: string, typedReason?: string): void {
  const serial = checkedSerial(typed);
  const known = boxBySerial(parts.directory, serial);
  changeJobOf<'installation' | 'swap'>(parts, job, ['installation', 'swap'], (change) => {
    const { data } = change;
    requireStep(data.car, 'car');
    const before = data.box?.operation ?? null;
    if (before !== null && readOperation(change.context.sqlite, before)?.state === 'done') {
      throw new ProblemError(makeProblem('step-not-ready', { step: 'box' }));
    }
    const box = {
      serialNumber: typed.trim(),
      lookupSerial: known?.serialNumber ?? sendableSerial(serial),
      variant: variantOf(data.key, known?.sapNumber ?? null),
      sapNumber: known?.sapNumber ?? null,
      productId: known?.id ?? null,
      checks: preflightChecks(parts, fittingOf(parts, data, serial), serial).checks,
      label: labelOf(data, serial),
    };
    const marks = typedReason === undefined ? [] : forceBox(parts, change, box, typedReason);
    const forced = [...data.forced, ...marks];
    if (data.kind === 'swap' && before === null) {
      change.record('new-box-chosen', aboutBox(box));
      const next = { ...data, forced, label: null, box: { ...box, operation: null } };
      forgetLabel(change, data.box?.label ?? null, next);
      return next;
    }
    const operation = queueInstallation(parts, change, box, before);
    const next = { ...data, forced, label: null, box: { ...box, operation } };
    forgetLabel(change, data.box?.label ?? null, next);
    return next;
  });
}

/** What the log says of a Box: as read, as sent, and which variant it is as far as that is known. */
export function aboutBox({ serialNumber, lookupSerial, variant, sapNumber }: JobBox): LogData {
  return { serial: serialNumber, sentAs: lookupSerial, variant, sap: sapNumber };
}

function queueInstallation(
  parts: JobParts,
  { data, context, enqueue, replace, record }: JobChange<FittedData>,
  box: JobBox & { readonly productId: ProductId | null },
  before: OperationId | null,
): OperationId {
  const car = requireStep(data.car, 'car');
  const id = parts.ids.operation();
  enqueue({
    id,
    kind: installKind,
    payload: {
      car: carReference(car),
      carLabel: carLabel(car),
      productId: box.productId,
      serialNumber: box.lookupSerial,
    },
    // The car holds one Box at a time.
    after: data.kind === 'swap' && data.out !== null ? [data.out.operation] : [],
  });
  if (before !== null) {
    // What waits for the Box (the test access) now waits for this one; it must not be held with the one given up.
    moveDependants(context, before, id);
    replace(before);
  }
  record(before === null ? 'box-chosen' : 'box-replaced', aboutBox(box));
  return id;
}
