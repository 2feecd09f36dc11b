import type { OperationId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';

/** The values that an operation brought to light, by field: usually `id`. */
export type Bindings = Readonly<Record<string, number>>;

/** Stores what an operation brought; an adopted value replaces an earlier one. */
export function bind({ sqlite }: WriteContext, operation: OperationId, bindings: Bindings): void {
  const insert = sqlite.prepare<[OperationId, string, number]>(
    `INSERT INTO binding (operation_id, field, value) VALUES (?, ?, ?)
     ON CONFLICT (operation_id, field) DO UPDATE SET value = excluded.value`,
  );
  for (const [field, value] of Object.entries(bindings)) insert.run(operation, field, value);
}

/** One bound value, or undefined while it is not known. */
export function boundValue(sqlite: Sqlite, operation: OperationId, field: string): number | undefined {
  return sqlite
    .prepare<[OperationId, string], number>('SELECT value FROM binding WHERE operation_id = ? AND field = ?')
    .pluck()
    .get(operation, field);
}

/** Everything an operation brought. */
export function bindingsOf(sqlite: Sqlite, operation: OperationId): Bindings {
  const rows = sqlite
    .prepare<[OperationId], { field: string; value: number }>(
      'SELECT field, value FROM binding WHERE operation_id = ?',
    )
    .all(operation);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}
