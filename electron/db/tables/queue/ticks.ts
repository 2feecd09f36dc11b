import type { OperationId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

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
