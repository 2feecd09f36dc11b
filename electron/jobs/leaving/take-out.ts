import type { RemovalReason } from '../../../shared/domain/job-removal.ts';
import type { JobId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import type { Instant } from '../../../shared/time.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { installKind } from '../../operations/queue/kinds/install.ts';
import { uninstallKind } from '../../operations/queue/kinds/uninstall.ts';
import { openRemovals } from '../../operations/queue/open-removals.ts';
import { changeJobOf, type JobChange, requireStep } from '../change.ts';
import type { DataOf } from '../job-data.ts';
import type { JobParts } from '../parts.ts';
import { aboutBox, orderedBox } from '../steps/box.ts';
import { carLabel } from '../steps/car.ts';
import { carReference } from '../steps/car-reference.ts';
import { boundedText, typedText } from '../../../shared/domain/typed-text.ts';

type LeavingData = DataOf<'removal' | 'swap'>;

/**
 * The deliberate act: the list that the person saw, the reason and the removal in ONE transaction; in a swap the new Box
 * too, which waits for the old one to be out. ProblemError `step-not-ready`, `changed-meanwhile` (the list is not the one
 * that was seen), `value-missing` (a reason of its own needs words).
 */
export function takeOut(parts: JobParts, job: JobId, { code, text }: RemovalReason, seenAt: Instant): void {
  const words = typedText(text);
  if (code === 'other' && words === null) {
    throw new ProblemError(makeProblem('value-missing', { field: 'reason' }));
  }
  const reason = { code, text: words === null ? '' : boundedText(words, 'reason') };
  changeJobOf<'removal' | 'swap'>(parts, job, ['removal', 'swap'], (change) => {
    const { data } = change;
    const car = requireStep(data.car, 'car');
    const box = requireStep(data.oldBox, 'old-box');
    const losses = requireStep(data.losses, 'losses');
    refuseDecided(change, 'take-out');
    if (losses.readAt !== seenAt) throw new ProblemError(makeProblem('changed-meanwhile'));
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

/** The new Box, to be fitted once the old one is out. What an earlier decision had queued behind it is given up. */
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

/** A swap that was taken over after its old Box went out: the new one is asked for here. ProblemError `step-not-ready`. */
export function fitNewBox(parts: JobParts, job: JobId): void {
  changeJobOf(parts, job, ['swap'], (change) =>
    fitAfter(parts, change, requireStep(change.data.out, 'exchange')),
  );
}

/** The log keeps the accesses one by one: afterwards they cannot be read any more. */
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
    accesses: accesses.length,
    asOf,
    source,
  });
}

/** ProblemError `step-not-ready` once the removal is on its way; one that was given up or refused may be decided again. */
export function refuseDecided(
  { data, context }: Pick<JobChange<LeavingData>, 'data' | 'context'>,
  step: string,
): void {
  if (data.out === null) return;
  const state = readOperation(context.sqlite, data.out.operation)?.state;
  if (state !== 'cancelled' && state !== 'failed') {
    throw new ProblemError(makeProblem('step-not-ready', { step }));
  }
}
