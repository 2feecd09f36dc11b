import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/** A problem of an operation that has ended. */
export interface IncidentRow {
  readonly operation_id: OperationId;
  readonly code: string;
  /** The assignment concerned, where the operation affects several; else 0. */
  readonly subject: number;
  readonly message: string | null;
  readonly at: Instant;
  /** When a person acknowledged it; null = not yet. */
  readonly seen_at: Instant | null;
}

interface Incident {
  readonly operation: OperationId;
  readonly code: string;
  readonly message: string | null;
  readonly at: Instant;
}

/**
 * Opens an incident. False when this operation already has one with this code and assignment (spec part 6: no duplicate
 * incident). `subject`: the assignment, where an operation affects several.
 */
export function openIncident(
  { sqlite }: WriteContext,
  { subject = 0, ...incident }: Incident & { subject?: number },
): boolean {
  return (
    sqlite
      .prepare<Incident & { subject: number }>(
        `INSERT INTO incident (operation_id, code, subject, message, at)
         VALUES (@operation, @code, @subject, @message, @at)
         ON CONFLICT DO NOTHING`,
      )
      .run({ ...incident, subject }).changes === 1
  );
}

/** The incident code for a second access from the same order; its subject is that access. */
export const GIVEN_TWICE = 'access-given-twice';

/** The second accesses that an order produced, acknowledged or not, oldest first. */
export function secondAccessesOf(sqlite: Sqlite, operation: OperationId): readonly IncidentRow[] {
  return sqlite
    .prepare<[OperationId, string], IncidentRow>(
      'SELECT * FROM incident WHERE operation_id = ? AND code = ? ORDER BY at, subject',
    )
    .all(operation, GIVEN_TWICE);
}

/** The unacknowledged incidents of an operation, oldest first. */
export function unseenIncidents(sqlite: Sqlite, operation: OperationId): readonly IncidentRow[] {
  return sqlite
    .prepare<[OperationId], IncidentRow>(
      'SELECT * FROM incident WHERE operation_id = ? AND seen_at IS NULL ORDER BY at, code, subject',
    )
    .all(operation);
}

/** Marks all incidents of an operation as acknowledged. */
export function seeIncidents({ sqlite }: WriteContext, operation: OperationId, at: Instant): void {
  sqlite
    .prepare<[Instant, OperationId]>(
      'UPDATE incident SET seen_at = ? WHERE operation_id = ? AND seen_at IS NULL',
    )
    .run(at, operation);
}

/** Closes the incident of a missing result that has arrived late. */
export function closeIncident(
  { sqlite }: WriteContext,
  { operation, code, subject, at }: Omit<Incident, 'message'> & { readonly subject: number },
): void {
  sqlite
    .prepare<[Instant, OperationId, string, number]>(
      `UPDATE incident SET seen_at = ?
       WHERE operation_id = ? AND code = ? AND subject = ? AND seen_at IS NULL`,
    )
    .run(at, operation, code, subject);
}

/** A failure without a notification. */
type UnreportedFailure = Pick<OperationRow, 'id' | 'state' | 'payload'> & { readonly code: string };

/** Operations that need a person, or failed unacknowledged, with a reason not yet notified; oldest first. */
export function unreportedFailures(sqlite: Sqlite): readonly UnreportedFailure[] {
  // Without statistics SQLite would read every operation of the history, in both places.
  return sqlite
    .prepare<[], UnreportedFailure>(
      `WITH trouble (id, code) AS (
         SELECT id, coalesce(json_extract(problem, '$.code'), 'unexpected') FROM operation INDEXED BY operation_blocked
           WHERE state = 'blocked'
         UNION SELECT operation_id, code FROM incident WHERE seen_at IS NULL)
       SELECT o.id, o.state, o.payload, t.code FROM trouble t CROSS JOIN operation o ON o.id = t.id
       WHERE NOT EXISTS (SELECT 1 FROM notice n WHERE n.operation_id = o.id AND n.code = t.code)
       ORDER BY o.seq`,
    )
    .all();
}

/** Records that a notification was shown. The same reason after a retry is not shown again. */
export function insertNotice(
  { sqlite }: WriteContext,
  operation: OperationId,
  code: string,
  at: Instant,
): void {
  sqlite
    .prepare<[OperationId, string, Instant]>(
      'INSERT INTO notice (operation_id, code, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(operation, code, at);
}
