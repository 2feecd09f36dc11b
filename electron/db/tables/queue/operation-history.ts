/* The history of an operation: its tries, its revisions, and their order among the events of the file (ticks). */

import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** One try at the operator. Without `finished_at` it is under way, or the app died in it. */
export interface AttemptRow {
  readonly operation_id: OperationId;
  readonly number: number;
  readonly started_at: Instant;
  readonly finished_at: Instant | null;
  /** MD5 (hex, upper case) of the exact body sent: one way to match the operator's results. */
  readonly checksum: string;
  /** The access it asked for begins then; null where it asked for none, or where that was not kept yet. */
  readonly start_at: Instant | null;
  /** And ends then; null beside a `start_at` = open-ended. */
  readonly end_at: Instant | null;
  readonly sent: 'no' | 'maybe' | 'answered' | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly tick: Tick;
}

/** How a try begins. */
export type AttemptStart = Pick<
  AttemptRow,
  'operation_id' | 'number' | 'started_at' | 'checksum' | 'start_at' | 'end_at'
>;

/** Notes a try; part of the commit that precedes the first byte. */
export function insertAttempt(context: WriteContext, row: AttemptStart): void {
  context.sqlite
    .prepare<AttemptStart & Pick<AttemptRow, 'tick'>>(
      `INSERT INTO attempt (operation_id, number, started_at, checksum, start_at, end_at, tick)
       VALUES (@operation_id, @number, @started_at, @checksum, @start_at, @end_at, @tick)`,
    )
    .run({ ...row, tick: nextTick(context) });
}

/** How a try ended. */
export type AttemptEnd = Pick<AttemptRow, 'finished_at' | 'sent' | 'status' | 'code' | 'message'>;

/** Closes a try in the journal. */
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

/** A payload that a person's correction replaced. When and who: the log entry of the same number. */
interface RevisionRow {
  readonly operation_id: OperationId;
  /** The operation's `revision` while this payload was its own. */
  readonly number: number;
  readonly payload: string;
  /** The fields that the correction changed, as JSON. */
  readonly changes: string;
}

/** Keeps a payload that is about to be replaced. */
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

/** A place in the order of the events of this file. It grows with each event, and no clock decides it. */
export type Tick = number;

/** The tick of what is written now. */
export function nextTick({ sqlite }: WriteContext): Tick {
  const tick = sqlite.prepare<[], Tick>('UPDATE tick SET last = last + 1 RETURNING last').pluck().get();
  if (tick === undefined) throw new Error('the file has no order of its events');
  return tick;
}

/** When the last request of an operation left; null = none that this file knows. */
export function tickOfLastTry(sqlite: Sqlite, operation: OperationId): Tick | null {
  const last = sqlite
    .prepare<[OperationId], Tick | null>('SELECT max(tick) FROM attempt WHERE operation_id = ?')
    .pluck()
    .get(operation);
  return last ?? null;
}

/** The same of its first request. */
export function tickOfFirstTry(sqlite: Sqlite, operation: OperationId): Tick | null {
  const first = sqlite
    .prepare<[OperationId], Tick | null>('SELECT min(tick) FROM attempt WHERE operation_id = ?')
    .pluck()
    .get(operation);
  return first ?? null;
}

/** Rows of another file of the same laptop came in: the order goes on after all of them. */
export function goOnAfterAllTicks(sqlite: Sqlite): void {
  sqlite.exec(
    `UPDATE tick SET last = max(last, (SELECT coalesce(max(created_tick), 0) FROM operation),
       (SELECT coalesce(max(tick), 0) FROM attempt), (SELECT coalesce(max(tick), 0) FROM result),
       (SELECT coalesce(max(ended_tick), 0) FROM revoked_assignment))`,
  );
}
