import { z } from 'zod';
import type { CarId } from '../../../../shared/ids.ts';
import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import type { WriteContext } from '../../../db/open.ts';
import {
  dependantsOf,
  dependenciesOf,
  insertDependency,
  removeDependency,
} from '../../../db/tables/queue/dependencies.ts';
import { seeIncidents } from '../../../db/tables/queue/incidents.ts';
import type { OperationRow } from '../../../db/tables/queue/operations.ts';
import { hasEnded, isLostCar, problemCodeOf } from '../actions.ts';
import { loadOperation } from '../kinds/registry.ts';
import { isReference, type Reference } from '../reference.ts';
import { asItStood, record, required, type CommandParts } from './guard.ts';
import { resume } from './resume.ts';
import { revise } from './revise.ts';

/** The car that takes the place of one that will never be. */
export interface OtherCar {
  /** Known to the operator, or asked for by another operation. */
  readonly car: CarId | Reference;
  readonly label: string;
}

const aboutCar = z.looseObject({ car: z.unknown(), carLabel: z.string() });

/**
 * A new car was given up and its work hangs in the air: all of it is for another car from now on, as new revisions, and goes
 * on. None of it can have left, because it never had a car. ProblemError `step-not-ready` when nothing hangs on it.
 */
export function moveToCar(
  context: WriteContext,
  parts: CommandParts,
  lost: OperationRow,
  other: OtherCar,
): void {
  if (!isLostCar(context.sqlite, lost)) {
    throw new ProblemError(makeProblem('step-not-ready', { state: lost.state }));
  }
  seeIncidents(context, lost.id, parts.clock.now());
  const hanging = dependantsOf(context.sqlite, lost.id).filter(({ state }) => state === 'held');
  for (const row of hanging) {
    moveOne(context, parts, row, lost, other);
    removeDependency(context, row.id, lost.id);
    if (isReference(other.car)) insertDependency(context, row.id, other.car.op);
  }
  // In the order it was asked for: what builds on one that has just gone on went on with it.
  for (const { id } of hanging) {
    const row = required(context, id);
    if (row.state !== 'held' || problemCodeOf(row) === 'held-by-person') continue;
    if (!dependenciesOf(context.sqlite, id).some(hasEnded)) resume(context, parts, row);
  }
}

function moveOne(
  context: WriteContext,
  parts: CommandParts,
  row: OperationRow,
  lost: OperationRow,
  { car, label }: OtherCar,
): void {
  const about = aboutCar.safeParse(JSON.parse(row.payload));
  // It may build on the car without being about it.
  if (!about.success || !isReference(about.data.car) || about.data.car.op !== lost.id) return;
  const loaded = loadOperation(row);
  const stored = loaded.ok ? loaded.value.rewritten(() => ({ ...about.data, car, carLabel: label })) : loaded;
  if (!stored.ok) throw new ProblemError(stored.error);
  const change = { field: 'car', before: about.data.carLabel, after: label } as const;
  revise(context, parts, row, { stored: stored.value, changes: [change], to: 'held' });
  record(context, parts, row, {
    type: 'operation-moved',
    data: {
      ...asItStood(row),
      revision: row.revision,
      'car before': change.before,
      'car after': change.after,
    },
  });
}
