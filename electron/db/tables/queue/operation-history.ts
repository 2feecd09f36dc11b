/*
 * The history of an operation: its tries, its revisions, its incidents, and their order among the events of the file
 * (ticks).
 */

import type { OperationState } from '../../../../shared/domain/operation.ts';
import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** One request to the operator. Without `finished_at` it is in flight, or the app ended during it. */
export interface AttemptRow {
  readonly operation_id: OperationId;
  readonly number: number;
  readonly started_at: Instant;
  readonly finished_at: Instant | null;
  /** MD5 (hex, upper case) of the exact body sent: one way to match the operator's results. */
  readonly checksum: string;
  /** Start of the requested access; null = none was requested, or not recorded yet. */
  readonly start_at: Instant | null;
  /** End of the requested access; null with a `start_at` = open-ended. */
  readonly end_at: Instant | null;
  readonly sent: 'no' | 'maybe' | 'answered' | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly tick: Tick;
}

/** The columns at the start of a try. */
export type AttemptStart = Pick<
  AttemptRow,
  'operation_id' | 'number' | 'started_at' | 'checksum' | 'start_at' | 'end_at'
>;

/** Records a try, in the commit that precedes the first byte. */
export function insertAttempt(context: WriteContext, row: AttemptStart): void {
  context.sqlite
    .prepare<AttemptStart & Pick<AttemptRow, 'tick'>>(
      `INSERT INTO attempt (operation_id, number, started_at, checksum, start_at, end_at, tick)
       VALUES (@operation_id, @number, @started_at, @checksum, @start_at, @end_at, @tick)`,
    )
    .run({ ...row, tick: nextTick(context) });
}

/** The columns at the end of a try. */
export type AttemptEnd = Pick<AttemptRow, 'finished_at' | 'sent' | 'status' | 'code' | 'message'>;

/** Records the end of a try. */
export function finishAttempt(
  { sqlite }: WriteContext,
  operation: OperationId,
  number: number,
  end: AttemptEnd,
): void {
  sqlite
    .prepare<AttemptEnd & { operation: OperationId; number: number }>(
      `UPDATE attempt SET finished_at = @finished_at, sent = @sent, status = @status, code = @code, message = @message
       WHERE operation_id = @operation AND number = @number AND finished_at IS NULL`,
    )
    .run({ ...end, operation, number });
}

/** All tries of an operation, oldest first. */
export function attemptsOf(sqlite: Sqlite, operation: OperationId): readonly AttemptRow[] {
  return sqlite
    .prepare<[OperationId], AttemptRow>('SELECT * FROM attempt WHERE operation_id = ? ORDER BY number')
    .all(operation);
}

/** A payload that a person's correction replaced. The log entry of the same number holds the person and the time. */
interface RevisionRow {
  readonly operation_id: OperationId;
  /** The operation's `revision` that had this payload. */
  readonly number: number;
  readonly payload: string;
  /** The fields that the correction changed, as JSON. */
  readonly changes: string;
}

/** Stores a payload before it is replaced. */
export function insertRevision({ sqlite }: WriteContext, row: RevisionRow): void {
  sqlite
    .prepare<RevisionRow>(
      `INSERT INTO revision (operation_id, number, payload, changes)
       VALUES (@operation_id, @number, @payload, @changes)`,
    )
    .run(row);
}

/** All replaced payloads of an operation, oldest first. */
export function revisionsOf(sqlite: Sqlite, operation: OperationId): readonly RevisionRow[] {
  return sqlite
    .prepare<[OperationId], RevisionRow>('SELECT * FROM revision WHERE operation_id = ? ORDER BY number')
    .all(operation);
}

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
interface UnreportedFailure {
  readonly id: OperationId;
  readonly state: OperationState;
  readonly payload: string;
  readonly code: string;
}

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

/**
 * A logical clock: a position in the order of this file's events. It grows with each event and does not depend on the
 * wall clock.
 */
export type Tick = number;

/** The next tick. */
export function nextTick({ sqlite }: WriteContext): Tick {
  const tick = sqlite.prepare<[], Tick>('UPDATE tick SET last = last + 1 RETURNING last').pluck().get();
  if (tick === undefined) throw new Error('the file has no order of its events');
  return tick;
}

/** The tick of the operation's last request; null = none known in this file. */
export function tickOfLastTry(sqlite: Sqlite, operation: OperationId): Tick | null {
  const last = sqlite
    .prepare<[OperationId], Tick | null>('SELECT max(tick) FROM attempt WHERE operation_id = ?')
    .pluck()
    .get(operation);
  return last ?? null;
}

/** The tick of its first request; null = none known in this file. */
export function tickOfFirstTry(sqlite: Sqlite, operation: OperationId): Tick | null {
  const first = sqlite
    .prepare<[OperationId], Tick | null>('SELECT min(tick) FROM attempt WHERE operation_id = ?')
    .pluck()
    .get(operation);
  return first ?? null;
}

/** Sets the tick above all ticks of rows imported from another file of this laptop. */
export function advanceTick(sqlite: Sqlite): void {
  sqlite.exec(
    `UPDATE tick SET last = max(last, (SELECT coalesce(max(created_tick), 0) FROM operation),
       (SELECT coalesce(max(tick), 0) FROM attempt), (SELECT coalesce(max(tick), 0) FROM result),
       (SELECT coalesce(max(ended_tick), 0) FROM revoked_assignment))`,
  );
}
