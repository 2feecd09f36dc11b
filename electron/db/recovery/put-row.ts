import BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../open.ts';
import type { StoredRow } from './salvage.ts';

/** The conflict rule where a row of the same key, or of another unique value, exists. */
export type Meeting = 'replace' | 'keep';

/** Puts a row that was read elsewhere into a table; false = it was not: the table does not take it, or keeps its own. */
export function putRow(sqlite: Sqlite, table: string, row: StoredRow, meeting: Meeting): boolean {
  const columns = columnsOf(sqlite, table).filter((column) => Object.hasOwn(row, column));
  const names = columns.map((column) => `"${column}"`).join(', ');
  const places = columns.map(() => '?').join(', ');
  const verb = meeting === 'replace' ? 'INSERT OR REPLACE' : 'INSERT OR IGNORE';
  try {
    const put = sqlite.prepare(`${verb} INTO main."${table}" (${names}) VALUES (${places})`);
    return put.run(...columns.map((column) => row[column] ?? null)).changes > 0;
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError && cause.code.startsWith('SQLITE_CONSTRAINT'))
      return false;
    // A value of another type than its column: damage too.
    if (cause instanceof TypeError || cause instanceof RangeError) return false;
    throw cause;
  }
}

function columnsOf(sqlite: Sqlite, table: string): readonly string[] {
  return sqlite.prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'main')").pluck().all(table);
}

/** Takes out, or sets free, what names something that is not there. Foreign keys were off while rows were put in. */
export function repairReferences(sqlite: Sqlite): void {
  for (;;) {
    const violations = sqlite
      .prepare<[], { readonly table: string; readonly fkid: number; readonly parent: string }>(
        'SELECT DISTINCT "table", fkid, parent FROM pragma_foreign_key_check',
      )
      .all();
    if (violations.length === 0) return;
    for (const { table, fkid, parent } of violations) {
      const key = sqlite
        .prepare<[string, number], { readonly from: string; readonly to: string | null }>(
          'SELECT "from", "to" FROM pragma_foreign_key_list(?) WHERE id = ?',
        )
        .get(table, fkid);
      if (key === undefined) continue;
      const orphans = `"${key.from}" IS NOT NULL AND "${key.from}" NOT IN (SELECT "${key.to ?? 'id'}" FROM "${parent}")`;
      const isOptional =
        sqlite
          .prepare<[string, string], number>('SELECT "notnull" FROM pragma_table_info(?) WHERE name = ?')
          .pluck()
          .get(table, key.from) === 0;
      sqlite.exec(
        isOptional
          ? `UPDATE "${table}" SET "${key.from}" = NULL WHERE ${orphans}`
          : `DELETE FROM "${table}" WHERE ${orphans}`,
      );
    }
  }
}
