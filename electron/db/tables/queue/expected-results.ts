import type { CarId, OperationId, UserId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/** The subject of the result of an operation that has left: an assignment, or a new access by its car and user. */
export type ResultKeys =
  | { readonly kind: 'created'; readonly carId: CarId; readonly userId: UserId }
  | { readonly kind: 'updated' | 'deleted'; readonly assignmentId: number };

/** Notes what an operation expects, in the commit that precedes its first byte; the times are with its tries. */
export function expectResult({ sqlite }: WriteContext, operation: OperationId, expected: ResultKeys): void {
  const created = expected.kind === 'created';
  sqlite
    .prepare(
      `INSERT INTO expected_result (operation_id, kind, assignment_id, car_id, user_id)
       VALUES (@operation, @kind, @assignment, @car, @user)
       ON CONFLICT (operation_id) DO UPDATE SET assignment_id = excluded.assignment_id, car_id = excluded.car_id,
         user_id = excluded.user_id`,
    )
    .run({
      operation,
      kind: expected.kind,
      assignment: created ? null : expected.assignmentId,
      car: created ? expected.carId : null,
      user: created ? expected.userId : null,
    });
}

/** The number of the assignment that an operation was sent to last; undefined where it has not left, or makes a new one. */
export function numberSentTo(sqlite: Sqlite, operation: OperationId): number | undefined {
  const row = sqlite
    .prepare<[OperationId], number | null>('SELECT assignment_id FROM expected_result WHERE operation_id = ?')
    .pluck()
    .get(operation);
  return row ?? undefined;
}

/** An operation that a result could be of, with what tells several apart. */
export interface Candidate extends OperationRow {
  /** The assignment it has been found to be, if it has. */
  readonly bound_id: number | null;
  /** MD5 of the body that was sent last. */
  readonly checksum: string | null;
}

/** Operations that expect a result with these keys, oldest first. */
export function candidatesFor(sqlite: Sqlite, keys: ResultKeys): readonly Candidate[] {
  const select = `SELECT o.*, a.checksum,
      (SELECT value FROM binding b WHERE b.operation_id = o.id AND b.field = 'id') AS bound_id
    FROM expected_result e JOIN operation o ON o.id = e.operation_id
    LEFT JOIN attempt a ON a.operation_id = o.id AND a.number = o.attempt`;
  return keys.kind === 'created'
    ? sqlite
        .prepare<[CarId, UserId], Candidate>(`${select} WHERE e.car_id = ? AND e.user_id = ? ORDER BY o.seq`)
        .all(keys.carId, keys.userId)
    : sqlite
        .prepare<[string, number], Candidate>(
          `${select} WHERE e.kind = ? AND e.assignment_id = ? ORDER BY o.seq`,
        )
        .all(keys.kind, keys.assignmentId);
}
