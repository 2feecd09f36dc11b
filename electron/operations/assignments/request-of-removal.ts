import type { AssignmentId } from '../../../shared/ids.ts';
import type { FeedResult } from '../../../shared/relay/feed.ts';
import type { Sqlite } from '../../db/open.ts';
import type { Candidate } from '../../db/tables/queue/results.ts';
import { operationsThatSent, unfinishedOfKind } from '../../db/tables/queue/operations.ts';
import { takenByAssignment } from '../../db/tables/queue/assignments.ts';
import { loadOperation } from '../queue/kinds/registry.ts';

/**
 * Which request of ours a deleted-result answers. An access ends by a removal of its own, or because the Box of its car
 * was removed (spec part 6): both report in the same words, and an access that both are to end has two results. The
 * checksum of the body tells them apart where it is what it is assumed to be. Where it is not, a failure is of `either`
 * as long as a removed Box still waits for one.
 */
export function requestOfRemoval(
  sqlite: Sqlite,
  removals: readonly Candidate[],
  { payload }: Extract<FeedResult, { kind: 'deleted' }>,
): 'access' | 'box' | 'either' {
  if (removals.length === 0) return 'box';
  const checksum = payload.checksum.toUpperCase();
  if (removals.some((row) => row.checksum === checksum)) return 'access';
  if (operationsThatSent(sqlite, 'uninstall', checksum).length > 0) return 'box';
  return isBoxAwaited(sqlite, payload.assignmentId) ? 'either' : 'access';
}

function isBoxAwaited(sqlite: Sqlite, assignment: AssignmentId): boolean {
  if (takenByAssignment(sqlite, assignment).some(({ state }) => state === 'pending deletion')) return true;
  return unfinishedOfKind(sqlite, 'uninstall').some((row) => {
    if (row.attempt === 0 || row.context === null) return false;
    const loaded = loadOperation(row);
    return (
      loaded.ok && loaded.value.cascadeDeletes(row.context)?.some(({ id }) => id === assignment) === true
    );
  });
}
