import { requiredName } from '../../../shared/domain/typed-text.ts';
import type { GroupId, JobId, OperationId } from '../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../shared/problem.ts';
import { readOperation } from '../../db/tables/queue/operations.ts';
import { addCarToGroupKind } from '../../operations/queue/kinds/add-car-to-group.ts';
import { createGroupKind } from '../../operations/queue/kinds/create-group.ts';
import { changeJobOf, type JobChange, requireStep } from '../change.ts';
import type { JobParts } from '../parts.ts';
import { openReworkOf } from '../finish.ts';
import { carLabel, carReference } from './car.ts';

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
