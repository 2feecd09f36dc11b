import { effectOf } from '../assignments/effect-of.ts';
import type { Sqlite } from '../../db/open.ts';
import { candidatesFor } from '../../db/tables/queue/results.ts';
import type { OperationRow } from '../../db/tables/queue/operations.ts';

/**
 * Has a later order of ours, now done, taken the place of this change of an access, so that no look will ever find it? True
 * when the access was ended, or when all that this one changes was changed again.
 */
export function isOvertaken(sqlite: Sqlite, row: OperationRow): boolean {
  const effect = effectOf(sqlite, row);
  if (effect?.effect !== 'update') return false;
  const { assignmentId } = effect;
  const isLater = (other: OperationRow) => other.seq > row.seq && other.state === 'done';
  if (candidatesFor(sqlite, { kind: 'deleted', assignmentId }).some(isLater)) return true;
  const changedAgain = new Set(
    candidatesFor(sqlite, { kind: 'updated', assignmentId })
      .filter(isLater)
      .flatMap((later) => {
        const again = effectOf(sqlite, later);
        return again?.effect === 'update' ? Object.keys(again.patch) : [];
      }),
  );
  return Object.keys(effect.patch).every((field) => changedAgain.has(field));
}
