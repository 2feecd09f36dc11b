import type { OperationId } from '../../../../shared/ids.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import { nextTick, type Tick } from './ticks.ts';

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
