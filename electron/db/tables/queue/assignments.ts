import type { AssignmentState } from '../../../../shared/domain/assignment.ts';
import type { AssignmentId, CarId, LocalAssignmentId, UserId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { Tick } from './ticks.ts';

/** The data of this laptop about an assignment it asked for. */
export interface AssignmentRow {
  readonly id: LocalAssignmentId;
  readonly assignment_id: AssignmentId | null;
  readonly car_id: CarId;
  readonly user_id: UserId;
  readonly start_at: Instant;
  readonly end_at: Instant | null;
  readonly state: AssignmentState;
  readonly error_message: string | null;
  readonly updated_at: Instant;
}

/** Adds the row when the operator has accepted (spec part 3: none → pending), or when a read found it (active). */
export function upsertAssignment({ sqlite }: WriteContext, row: AssignmentRow): void {
  sqlite
    .prepare<AssignmentRow>(
      `INSERT INTO assignment (id, assignment_id, car_id, user_id, start_at, end_at, state, error_message, updated_at)
       VALUES (@id, @assignment_id, @car_id, @user_id, @start_at, @end_at, @state, @error_message, @updated_at)
       ON CONFLICT (id) DO UPDATE SET assignment_id = coalesce(excluded.assignment_id, assignment_id),
         start_at = excluded.start_at, end_at = excluded.end_at, state = excluded.state,
         error_message = excluded.error_message, updated_at = excluded.updated_at`,
    )
    .run(row);
}

/**
 * Takes a number from the access that had it: the operator has given the number to another one, so the earlier access no
 * longer exists. What still refers to it (a removal that waits) is bound to nothing afterwards and is never sent.
 */
export function releaseNumber(
  { sqlite }: WriteContext,
  {
    number,
    keeper,
    at,
  }: { readonly number: number; readonly keeper: LocalAssignmentId | null; readonly at: Instant },
): void {
  const released = sqlite
    .prepare<[Instant, number, LocalAssignmentId | null], LocalAssignmentId>(
      `UPDATE assignment SET assignment_id = NULL, state = 'deleted', updated_at = ?
       WHERE assignment_id = ? AND id IS NOT ? RETURNING id`,
    )
    .pluck()
    .all(at, number, keeper);
  const unbind = sqlite.prepare<[number, LocalAssignmentId]>(
    `DELETE FROM binding WHERE field = 'id' AND value = ? AND operation_id IN (
       SELECT id FROM operation WHERE kind = 'create-assignment' AND json_extract(payload, '$.local') = ?)`,
  );
  for (const local of released) unbind.run(number, local);
}

/**
 * Has the operator given the number of this access to another one since it was named? What is sent to the number then concerns the
 * other one. An access that is none of ours (`local` null) has lost it to one of ours that was asked for after that.
 */
export function hasLostNumber(
  sqlite: Sqlite,
  {
    local,
    number,
    named,
  }: { readonly local: LocalAssignmentId | null; readonly number: number; readonly named: Tick },
): boolean {
  if (local !== null) {
    const row = readLocalAssignment(sqlite, local);
    return row !== undefined && row.assignment_id !== number;
  }
  const asked = sqlite
    .prepare<[number], Tick | null>(
      `SELECT min(attempt.tick) FROM assignment access
         JOIN operation o ON o.kind = 'create-assignment' AND json_extract(o.payload, '$.local') = access.id
         JOIN attempt ON attempt.operation_id = o.id
       WHERE access.assignment_id = ?`,
    )
    .pluck()
    .get(number);
  return asked !== undefined && asked !== null && asked > named;
}

/** Moves the local state. */
export function setAssignmentState(
  { sqlite }: WriteContext,
  id: LocalAssignmentId,
  state: AssignmentState,
  errorMessage: string | null,
  at: Instant,
): void {
  sqlite
    .prepare<[AssignmentState, string | null, Instant, LocalAssignmentId]>(
      'UPDATE assignment SET state = ?, error_message = ?, updated_at = ? WHERE id = ?',
    )
    .run(state, errorMessage, at, id);
}

/** One row by our own id. */
export function readLocalAssignment(sqlite: Sqlite, id: LocalAssignmentId): AssignmentRow | undefined {
  return sqlite.prepare<[LocalAssignmentId], AssignmentRow>('SELECT * FROM assignment WHERE id = ?').get(id);
}

/** Notes the times that an update has given it. */
export function setAssignmentTimes(
  { sqlite }: WriteContext,
  id: LocalAssignmentId,
  start: Instant,
  end: Instant | null,
): void {
  sqlite
    .prepare<[Instant, Instant | null, LocalAssignmentId]>(
      'UPDATE assignment SET start_at = ?, end_at = ? WHERE id = ?',
    )
    .run(start, end, id);
}

/** The row of an assignment by the operator's id, when this laptop asked for it. */
export function readAssignmentByOperatorId(sqlite: Sqlite, id: AssignmentId): AssignmentRow | undefined {
  return sqlite
    .prepare<[AssignmentId], AssignmentRow>('SELECT * FROM assignment WHERE assignment_id = ?')
    .get(id);
}

/** The accesses of a car that this laptop asked for and that may still be there: neither gone nor never made. */
export function livingAssignmentsOf(sqlite: Sqlite, car: CarId): readonly AssignmentRow[] {
  return sqlite
    .prepare<[CarId], AssignmentRow>(
      `SELECT * FROM assignment WHERE car_id = ? AND state NOT IN ('failed', 'deleted') ORDER BY start_at`,
    )
    .all(car);
}
