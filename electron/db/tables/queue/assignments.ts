import type { AssignmentState } from '../../../../shared/domain/operation.ts';
import type { AssignmentId, CarId, LocalAssignmentId, UserId, OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { type Tick, nextTick } from './operation-history.ts';

/* The accesses that this laptop requested, and those that end with a removed Box, in queue.db. */

/** This laptop's state of an assignment that it requested. */
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

/**
 * Inserts the row when the operator has accepted (spec part 3: none → pending), or when a read found the assignment
 * (active).
 */
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
 * Clears the operator's number of a local access: the operator has assigned that number to another one, so the earlier
 * access no longer exists. Operations that still refer to it (a waiting removal) lose their binding and are never sent.
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
 * Whether the operator has reassigned this access's number since: a request to the number would then affect the other
 * access. A foreign access (`local` null) has lost its number to one of ours that was requested later.
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

/** Sets the local state. */
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

/** Stores the times that an update has set. */
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

/** The accesses of a car that this laptop requested and that may still exist: neither deleted nor failed. */
export function livingAssignmentsOf(sqlite: Sqlite, car: CarId): readonly AssignmentRow[] {
  return sqlite
    .prepare<[CarId], AssignmentRow>(
      `SELECT * FROM assignment WHERE car_id = ? AND state NOT IN ('failed', 'deleted') ORDER BY start_at`,
    )
    .all(car);
}

/** An access that is revoked with a removed Box (spec part 4), watched until the operator reports that it is gone. */
export interface RevokedAssignmentRow {
  readonly operation_id: OperationId;
  readonly assignment_id: AssignmentId;
  readonly user_id: UserId | null;
  readonly start_at: Instant;
  readonly end_at: Instant | null;
  readonly state: 'pending deletion' | 'deleted' | 'deletion failed';
  readonly confirmed_by: 'result' | 'query' | null;
  readonly error_message: string | null;
  /** When to read it if no result arrives; null = no more reads. */
  readonly ask_at: Instant | null;
  readonly questions: number;
  readonly updated_at: Instant;
  /** When it ended; null = not yet, or reported by another laptop. */
  readonly ended_tick: Tick | null;
}

/** Starts to watch an access. Idempotent per removal. */
export function watchRevokedAssignment(
  { sqlite }: WriteContext,
  row: Omit<RevokedAssignmentRow, 'state' | 'confirmed_by' | 'error_message' | 'questions' | 'ended_tick'>,
): void {
  sqlite
    .prepare<typeof row>(
      `INSERT INTO revoked_assignment (operation_id, assignment_id, user_id, start_at, end_at, state, ask_at, updated_at)
       VALUES (@operation_id, @assignment_id, @user_id, @start_at, @end_at, 'pending deletion', @ask_at, @updated_at)
       ON CONFLICT DO NOTHING`,
    )
    .run(row);
}

/**
 * Takes over the watch of an access from another laptop. Local facts take precedence. How the other laptop learned of
 * an end is not stored, so the end counts as reported by that laptop alone.
 */
export function takeOverRevokedAssignment(
  { sqlite }: WriteContext,
  row: Omit<RevokedAssignmentRow, 'confirmed_by' | 'ended_tick'>,
): void {
  sqlite
    .prepare<typeof row>(
      `INSERT INTO revoked_assignment (operation_id, assignment_id, user_id, start_at, end_at, state,
         error_message, ask_at, questions, updated_at)
       VALUES (@operation_id, @assignment_id, @user_id, @start_at, @end_at, @state,
         @error_message, @ask_at, @questions, @updated_at)
       ON CONFLICT (operation_id, assignment_id) DO UPDATE SET state = excluded.state,
         confirmed_by = iif(state = excluded.state, confirmed_by, NULL), error_message = excluded.error_message, ask_at = excluded.ask_at,
         questions = excluded.questions, updated_at = excluded.updated_at
       WHERE revoked_assignment.state = 'pending deletion' OR excluded.updated_at > revoked_assignment.updated_at`,
    )
    .run(row);
}

/** Records how a revoked access ended. */
export function endRevokedAssignment(
  context: WriteContext,
  row: Pick<RevokedAssignmentRow, 'operation_id' | 'assignment_id'>,
  end: Pick<RevokedAssignmentRow, 'state' | 'confirmed_by' | 'error_message' | 'ask_at' | 'updated_at'>,
): void {
  const { operation_id, assignment_id } = row;
  const ended = { ...end, operation_id, assignment_id, ended_tick: nextTick(context) };
  context.sqlite
    .prepare<typeof ended>(
      `UPDATE revoked_assignment SET state = @state, confirmed_by = @confirmed_by, error_message = @error_message,
         ask_at = @ask_at, updated_at = @updated_at, ended_tick = @ended_tick
       WHERE operation_id = @operation_id AND assignment_id = @assignment_id`,
    )
    .run(ended);
}

/** Postpones the next read. */
export function askLater(
  { sqlite }: WriteContext,
  { operation_id, assignment_id }: Pick<RevokedAssignmentRow, 'operation_id' | 'assignment_id'>,
  askAt: Instant,
): void {
  sqlite
    .prepare<[Instant, OperationId, AssignmentId]>(
      `UPDATE revoked_assignment SET ask_at = ?, questions = questions + 1
       WHERE operation_id = ? AND assignment_id = ?`,
    )
    .run(askAt, operation_id, assignment_id);
}

/** Makes the next read due now. No effect when another laptop does the reads, or when they are over. */
export function readRevokedNow(
  { sqlite }: WriteContext,
  { operation_id, assignment_id }: Pick<RevokedAssignmentRow, 'operation_id' | 'assignment_id'>,
  now: Instant,
): void {
  sqlite
    .prepare<[Instant, OperationId, AssignmentId]>(
      `UPDATE revoked_assignment SET ask_at = ? WHERE operation_id = ? AND assignment_id = ? AND ask_at IS NOT NULL`,
    )
    .run(now, operation_id, assignment_id);
}

/** The accesses that a removal ends, in the order of the operator's numbers. */
export function revokedAssignmentsOf(
  sqlite: Sqlite,
  operation: OperationId,
): readonly RevokedAssignmentRow[] {
  return sqlite
    .prepare<[OperationId], RevokedAssignmentRow>(
      'SELECT * FROM revoked_assignment WHERE operation_id = ? ORDER BY assignment_id',
    )
    .all(operation);
}

/** The removals that revoke this access. */
export function revokedByAssignment(
  sqlite: Sqlite,
  assignment: AssignmentId,
): readonly RevokedAssignmentRow[] {
  return sqlite
    .prepare<[AssignmentId], RevokedAssignmentRow>(
      'SELECT * FROM revoked_assignment WHERE assignment_id = ? ORDER BY updated_at, operation_id',
    )
    .all(assignment);
}

/** Whether this assignment is, or was, revoked with a removed Box. */
export function isOfRevoked(sqlite: Sqlite, assignment: number): boolean {
  return (
    sqlite
      .prepare<[number], number>('SELECT 1 FROM revoked_assignment WHERE assignment_id = ? LIMIT 1')
      .pluck()
      .get(assignment) === 1
  );
}

/** The rows that this laptop reads. After a hand-over of the job, the receiving laptop reads them. */
const MINE = `ask_at IS NOT NULL AND coalesce((
    SELECT max(CASE hand_over.way WHEN 'given' THEN hand_over.turn END)
      > coalesce(max(CASE hand_over.way WHEN 'taken' THEN hand_over.turn END), 0)
    FROM operation JOIN hand_over ON hand_over.job_id = operation.job_id
    WHERE operation.id = revoked_assignment.operation_id), 0) = 0`;

/** The row whose read is most overdue. */
export function revokedAssignmentToAsk(sqlite: Sqlite, now: Instant): RevokedAssignmentRow | undefined {
  return sqlite
    .prepare<[Instant], RevokedAssignmentRow>(
      `SELECT * FROM revoked_assignment WHERE ask_at <= ? AND ${MINE} ORDER BY ask_at LIMIT 1`,
    )
    .get(now);
}

/** When the next read is due; null = none. */
export function nextRevokedAssignment(sqlite: Sqlite): Instant | null {
  return (
    sqlite
      .prepare<[], Instant | null>(`SELECT min(ask_at) FROM revoked_assignment WHERE ${MINE}`)
      .pluck()
      .get() ?? null
  );
}
