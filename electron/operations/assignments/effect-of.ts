import type { Sqlite } from '../../db/open.ts';
import { boundValue } from '../../db/tables/queue/dependencies.ts';
import { numberSentTo, type ResultKeys } from '../../db/tables/queue/results.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';
import type { AssignmentEffect } from '../queue/kinds/kind.ts';
import { loadOperation } from '../queue/kinds/registry.ts';
import { triesThatCount } from '../queue/tries.ts';

/**
 * The effect of an operation that has left at least once, or may have left from a disk that was set back since, on an assignment; null
 * for all others. Where the operator has given the number of its assignment to another one since, the effect is on the number that it was
 * sent to: its result names that one.
 */
export function effectOf(
  sqlite: Sqlite,
  row: Pick<OperationRow, 'id' | 'kind' | 'payload' | 'payload_version' | 'context' | 'unknown_tries'>,
): AssignmentEffect | null {
  if (row.context === null && row.unknown_tries === 0 && triesThatCount(sqlite, row.id).length === 0)
    return null;
  const loaded = loadOperation(row);
  if (!loaded.ok) return null;
  return loaded.value.assignment(
    (id, field) => boundValue(sqlite, id, field) ?? numberSentTo(sqlite, row.id),
    row.context ?? 'null',
  );
}

/** The assignment that the result of such an operation will name. */
export function expectedOf(effect: AssignmentEffect): ResultKeys {
  switch (effect.effect) {
    case 'create':
      return { kind: 'created', carId: effect.carId, userId: effect.userId };
    case 'update':
      return { kind: 'updated', assignmentId: effect.assignmentId };
    case 'delete':
      return { kind: 'deleted', assignmentId: effect.assignmentId };
  }
}
