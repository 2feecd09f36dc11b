import BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../open.ts';

/**
 * Checks a database file that is not open, table by table, and merges its side files into it. `thorough` also compares
 * the indexes. Returns the damage, null = none. Takes about a second per few hundred MB: see `FileWorker.findDamage`.
 */
export function findDamage(file: string, thorough: boolean): string | null {
  const copy = new BetterSqlite3(file);
  try {
    copy.pragma('journal_mode = DELETE');
    for (const table of tablesOf(copy)) {
      const found = copy.pragma(`${thorough ? 'integrity_check' : 'quick_check'}("${table}")`, {
        simple: true,
      });
      if (found !== 'ok') return `${table}: ${String(found)}`;
    }
    return null;
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError) return cause.message;
    throw cause;
  } finally {
    copy.close();
  }
}

/** A table to salvage: its key columns, and whether the key is a counting integer. */
export interface TableShape {
  readonly name: string;
  readonly key: readonly string[];
  readonly counted: boolean;
}

/** Every table of an undamaged database with its key. */
export function tableShapes(sqlite: Sqlite): readonly TableShape[] {
  return tablesOf(sqlite).map((name) => {
    const columns = sqlite
      .prepare<[string], { readonly name: string; readonly type: string; readonly pk: number }>(
        'SELECT name, type, pk FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk',
      )
      .all(name);
    return {
      name,
      key: columns.map((column) => column.name),
      counted: columns.length === 1 && columns[0]?.type === 'INTEGER',
    };
  });
}

/** The tables of a database without SQLite's own. */
export function tablesOf(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
}
