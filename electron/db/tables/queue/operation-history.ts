/* The history of an operation: its tries, its revisions, and their order among the events of the file (ticks). */

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
