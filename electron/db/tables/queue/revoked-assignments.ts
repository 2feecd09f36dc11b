import type { AssignmentId, OperationId, UserId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { nextTick, type Tick } from './ticks.ts';

/** An access that a removed Box takes with it (spec part 4), watched until the operator says that it is gone. */
export interface RevokedAssignmentRow {
  readonly operation_id: OperationId;
  readonly assignment_id: AssignmentId;
  readonly user_id: UserId | null;
  readonly start_at: Instant;
  readonly end_at: Instant | null;
  readonly state: 'pending deletion' | 'deleted' | 'deletion failed';
  readonly confirmed_by: 'result' | 'query' | null;
  readonly error_message: string | null;
  /** When to look should no result come; null = nothing more to learn. */
  readonly ask_at: Instant | null;
  readonly questions: number;
  readonly updated_at: Instant;
  /** When it ended; null = not yet, or at another laptop. */
  readonly ended_tick: Tick | null;
}

/** Begins to watch; an access that is watched for this removal already stays as it is. */
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
 * Goes on with one that another laptop has watched until now. What is known better here stays as it is; how the other laptop knew of an
 * end is not taken over: here it is its word.
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

/** Says what became of one. */
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

/** Puts the next look off. */
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

/** The next look is due now; nothing for one that another laptop looks for, or whose questions are over. */
export function askTakenNow(
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

/** The removals that take this access along. */
export function takenByAssignment(sqlite: Sqlite, assignment: AssignmentId): readonly RevokedAssignmentRow[] {
  return sqlite
    .prepare<[AssignmentId], RevokedAssignmentRow>(
      'SELECT * FROM revoked_assignment WHERE assignment_id = ? ORDER BY updated_at, operation_id',
    )
    .all(assignment);
}

/** Does this assignment go, or has it gone, with a removed Box? */
export function isOfRevoked(sqlite: Sqlite, assignment: number): boolean {
  return (
    sqlite
      .prepare<[number], number>('SELECT 1 FROM revoked_assignment WHERE assignment_id = ? LIMIT 1')
      .pluck()
      .get(assignment) === 1
  );
}

/** To be looked for, by this laptop: what belongs to a job that was handed over, its receiver looks for. */
const MINE = `ask_at IS NOT NULL AND coalesce((
    SELECT max(CASE hand_over.way WHEN 'given' THEN hand_over.turn END)
      > coalesce(max(CASE hand_over.way WHEN 'taken' THEN hand_over.turn END), 0)
    FROM operation JOIN hand_over ON hand_over.job_id = operation.job_id
    WHERE operation.id = revoked_assignment.operation_id), 0) = 0`;

/** The one whose look is most overdue. */
export function revokedAssignmentToAsk(sqlite: Sqlite, now: Instant): RevokedAssignmentRow | undefined {
  return sqlite
    .prepare<[Instant], RevokedAssignmentRow>(
      `SELECT * FROM revoked_assignment WHERE ask_at <= ? AND ${MINE} ORDER BY ask_at LIMIT 1`,
    )
    .get(now);
}

/** When the next look is due; null = none. */
export function nextRevokedAssignment(sqlite: Sqlite): Instant | null {
  return (
    sqlite
      .prepare<[], Instant | null>(`SELECT min(ask_at) FROM revoked_assignment WHERE ${MINE}`)
      .pluck()
      .get() ?? null
  );
}
