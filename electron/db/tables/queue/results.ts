import type { CarId, OperationId, UserId } from '../../../../shared/ids.ts';
import type { ResultKind } from '../../../../shared/relay/webhooks.ts';
import type { Instant } from '../../../../shared/time.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/**
 * A result fetched from the relay, kept whatever became of it. `unresolved` ones are tried again whenever local state
 * appears; `unreadable` ones are kept with their text and reported, so that they hide nothing behind them.
 */
export interface ResultRow {
  readonly epoch: string;
  readonly sequence: number;
  readonly kind: ResultKind | null;
  readonly payload: string;
  readonly state: 'applied' | 'unresolved' | 'repeated' | 'foreign' | 'unreadable';
  readonly operation_id: OperationId | null;
  readonly received_at: Instant | null;
  readonly fetched_at: Instant;
}

/** Keeps a result; false when this (epoch, sequence) is here already. */
export function insertResult({ sqlite }: WriteContext, row: ResultRow): boolean {
  return (
    sqlite
      .prepare<ResultRow>(
        `INSERT INTO result (epoch, sequence, kind, payload, state, operation_id, received_at, fetched_at)
         VALUES (@epoch, @sequence, @kind, @payload, @state, @operation_id, @received_at, @fetched_at)
         ON CONFLICT (epoch, sequence) DO NOTHING`,
      )
      .run(row).changes === 1
  );
}

/** What a result is about, enough to leave out those that cannot be meant. */
export type ResultKeys =
  | { readonly kind: 'created'; readonly carId: CarId; readonly userId: UserId }
  | { readonly kind: 'updated' | 'deleted'; readonly assignmentId: number };

/** Results that matched nothing so far and are about this, oldest first. */
export function unresolvedResults(sqlite: Sqlite, about: ResultKeys): readonly ResultRow[] {
  if (about.kind === 'created') {
    return sqlite
      .prepare<[CarId, UserId], ResultRow>(
        `SELECT * FROM result WHERE state = 'unresolved' AND kind = 'created'
           AND json_extract(payload, '$.payload.carId') = ? AND json_extract(payload, '$.payload.userId') = ?
         ORDER BY fetched_at, epoch, sequence`,
      )
      .all(about.carId, about.userId);
  }
  return sqlite
    .prepare<[string, number], ResultRow>(
      `SELECT * FROM result WHERE state = 'unresolved' AND kind = ?
         AND json_extract(payload, '$.payload.assignmentId') = ?
       ORDER BY fetched_at, epoch, sequence`,
    )
    .all(about.kind, about.assignmentId);
}

/** Says what became of an unresolved result. */
export function settleResult(
  { sqlite }: WriteContext,
  row: Pick<ResultRow, 'epoch' | 'sequence'>,
  state: 'applied' | 'repeated',
  operation: OperationId,
): void {
  sqlite
    .prepare<[string, OperationId, string, number]>(
      'UPDATE result SET state = ?, operation_id = ? WHERE epoch = ? AND sequence = ?',
    )
    .run(state, operation, row.epoch, row.sequence);
}

/** The result that ended an operation, when one did. */
export function resultOf(sqlite: Sqlite, operation: OperationId): ResultRow | undefined {
  return sqlite
    .prepare<[OperationId], ResultRow>(
      `SELECT * FROM result WHERE operation_id = ? AND state = 'applied' ORDER BY fetched_at LIMIT 1`,
    )
    .get(operation);
}
