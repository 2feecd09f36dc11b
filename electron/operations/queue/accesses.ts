import type { RevokedAssignmentView } from '../../../shared/domain/operation-commands.ts';
import type { OperationId, UserId } from '../../../shared/ids.ts';
import type { Sqlite } from '../../db/open.ts';
import { type ResultRow, resultsOf } from '../../db/tables/queue/results.ts';
import { type RevokedAssignmentRow, revokedAssignmentsOf } from '../../db/tables/queue/assignments.ts';

/** How a user is called on this laptop; null = not known here. */
export type UserName = (id: UserId) => string | null;

/** The accesses that a removal revokes, each with its own state and the result that reported it. */
export function viewAccesses(
  sqlite: Sqlite,
  removal: OperationId,
  userName: UserName,
): RevokedAssignmentView[] {
  const results = resultsOf(sqlite, removal);
  return revokedAssignmentsOf(sqlite, removal).map((row) => ({
    assignmentId: row.assignment_id,
    user: row.user_id === null ? null : userName(row.user_id),
    start: row.start_at,
    end: row.end_at,
    state: row.state,
    confirmedBy: row.confirmed_by,
    at: row.updated_at,
    askAt: row.ask_at,
    result: resultAbout(results, row),
  }));
}

/** Is this result about an access that the operation revoked, and so reported with that access? */
export function isAboutTaken(taken: readonly RevokedAssignmentRow[], result: ResultRow): boolean {
  return taken.some(({ assignment_id: id }) => result.kind === 'deleted' && result.assignment_id === id);
}

function resultAbout(
  results: readonly ResultRow[],
  row: RevokedAssignmentRow,
): RevokedAssignmentView['result'] {
  const reported = results.filter((result) => isAboutTaken([row], result));
  const result = reported.find(({ state }) => state === 'applied') ?? reported[0];
  if (result === undefined) return null;
  return { at: result.fetched_at, receivedAt: result.received_at, raw: result.payload };
}
