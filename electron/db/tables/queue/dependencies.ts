import type { OperationId } from '../../../../shared/ids.ts';
import type { Sqlite, WriteContext } from '../../open.ts';
import type { OperationRow } from './operations.ts';

/** Records that one operation needs another to be done first. */
export function insertDependency({ sqlite }: WriteContext, operation: OperationId, on: OperationId): void {
  sqlite
    .prepare<[OperationId, OperationId]>(
      'INSERT INTO operation_dependency (operation_id, depends_on) VALUES (?, ?) ON CONFLICT DO NOTHING',
    )
    .run(operation, on);
}

/** The operations that this one depends on. */
export function dependenciesOf(sqlite: Sqlite, id: OperationId): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationId], OperationRow>(
      `SELECT * FROM operation
       WHERE id IN (SELECT depends_on FROM operation_dependency WHERE operation_id = ?) ORDER BY seq`,
    )
    .all(id);
}

/** Whether it depends on an operation that is not done. */
export function hasOpenDependency(sqlite: Sqlite, id: OperationId): boolean {
  return (
    sqlite
      .prepare<[OperationId], number>(
        `SELECT 1 FROM operation
         WHERE id IN (SELECT depends_on FROM operation_dependency WHERE operation_id = ?) AND state <> 'done'
         LIMIT 1`,
      )
      .pluck()
      .get(id) !== undefined
  );
}

/** The operations that directly depend on this one. */
export function dependantsOf(sqlite: Sqlite, id: OperationId): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationId], OperationRow>(
      `SELECT * FROM operation
       WHERE id IN (SELECT operation_id FROM operation_dependency WHERE depends_on = ?) ORDER BY seq`,
    )
    .all(id);
}

/** From now on the dependants of one operation depend on another. */
export function moveDependants({ sqlite }: WriteContext, from: OperationId, to: OperationId): void {
  sqlite
    .prepare<[OperationId, OperationId]>(
      `UPDATE operation_dependency SET depends_on = ?
       WHERE depends_on = ? AND operation_id IN (SELECT id FROM operation WHERE state = 'waiting')`,
    )
    .run(to, from);
}

/** An operation no longer builds on another. */
export function removeDependency({ sqlite }: WriteContext, operation: OperationId, on: OperationId): void {
  sqlite
    .prepare<[OperationId, OperationId]>(
      'DELETE FROM operation_dependency WHERE operation_id = ? AND depends_on = ?',
    )
    .run(operation, on);
}

/** All transitive dependants of this operation that have not ended, in the order of their creation. */
export function allDependantsOf(sqlite: Sqlite, id: OperationId): readonly OperationRow[] {
  return sqlite
    .prepare<[OperationId], OperationRow>(
      `WITH RECURSIVE above (id) AS (
         SELECT operation_id FROM operation_dependency WHERE depends_on = ?
         UNION SELECT d.operation_id FROM operation_dependency d JOIN above ON d.depends_on = above.id)
       SELECT o.* FROM operation o JOIN above ON above.id = o.id
       WHERE o.state NOT IN ('done', 'failed', 'cancelled') ORDER BY o.seq`,
    )
    .all(id);
}

/** The values an operation produced, by field: usually `id`. */
export type Bindings = Readonly<Record<string, number>>;

/** Stores a produced value; an adopted value replaces an earlier one. */
export function bind({ sqlite }: WriteContext, operation: OperationId, bindings: Bindings): void {
  const insert = sqlite.prepare<[OperationId, string, number]>(
    `INSERT INTO binding (operation_id, field, value) VALUES (?, ?, ?)
     ON CONFLICT (operation_id, field) DO UPDATE SET value = excluded.value`,
  );
  for (const [field, value] of Object.entries(bindings)) insert.run(operation, field, value);
}

/** One bound value; undefined = not known yet. */
export function boundValue(sqlite: Sqlite, operation: OperationId, field: string): number | undefined {
  return sqlite
    .prepare<[OperationId, string], number>('SELECT value FROM binding WHERE operation_id = ? AND field = ?')
    .pluck()
    .get(operation, field);
}

/** All values an operation produced. */
export function bindingsOf(sqlite: Sqlite, operation: OperationId): Bindings {
  const rows = sqlite
    .prepare<[OperationId], { field: string; value: number }>(
      'SELECT field, value FROM binding WHERE operation_id = ?',
    )
    .all(operation);
  return Object.fromEntries(rows.map(({ field, value }) => [field, value]));
}
