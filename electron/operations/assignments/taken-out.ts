import type { CarId, JobId, UserId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { type OperationRow, operationsOfJob, readOperation } from '../../db/tables/queue/operations.ts';
import { type RevokedAssignmentRow, revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';
import type { RevokedAssignment, TakenOut } from '../queue/kinds/kind.ts';
import { carOfLane } from '../queue/kinds/lanes.ts';
import { loadOperation } from '../queue/kinds/registry.ts';
import { wasAlwaysRefused } from '../queue/tries.ts';

/** The accesses read just before a removal was sent; null = not sent, or not readable. */
export function foundByRemoval(
  row: Pick<OperationRow, 'kind' | 'payload' | 'payload_version' | 'context'>,
): readonly RevokedAssignment[] | null {
  if (row.context === null) return null;
  const loaded = loadOperation(row);
  return loaded.ok ? loaded.value.cascadeDeletes(row.context) : null;
}

/** The car the Box was in and the user of the access; null = not known. */
export function holderOfRevoked(
  sqlite: Sqlite,
  row: Pick<RevokedAssignmentRow, 'operation_id' | 'user_id'>,
): { readonly carId: CarId | null; readonly userId: UserId | null } {
  const removal = readOperation(sqlite, row.operation_id);
  return { carId: removal === undefined ? null : carOfLane(removal.lane), userId: row.user_id };
}

/** Whether the operator still owes the result of a revoked access. */
export const isLeaving = ({
  state,
  ask_at: askAt,
}: Pick<RevokedAssignmentRow, 'state' | 'ask_at'>): boolean => state === 'pending deletion' && askAt !== null;

/** Whether a revoked access was not deleted, or its result did not arrive within a day. */
export const hasStayed = (taken: Pick<RevokedAssignmentRow, 'state' | 'ask_at'>): boolean =>
  taken.state !== 'deleted' && !isLeaving(taken);

/** The accesses that a job's removals have revoked, as known now. */
export function takenOutOf(sqlite: Sqlite, job: JobId | null): TakenOut {
  const removals =
    job === null
      ? []
      : operationsOfJob(sqlite, job).filter(
          (row) => row.kind === 'uninstall' && row.state === 'done' && !wasAlwaysRefused(sqlite, row),
        );
  return {
    listed: removals.some((row) => foundByRemoval(row) !== null),
    accesses: removals
      .flatMap(({ id }) => revokedAssignmentsOf(sqlite, id))
      .map((row) => ({
        userId: row.user_id,
        start: row.start_at,
        end: row.end_at,
        fate: isLeaving(row) ? 'leaving' : hasStayed(row) ? 'stayed' : 'gone',
      })),
  };
}
