import type { Sqlite } from '../open.ts';

/** A table to look for: its key, and whether that is a whole number that counts up. */
export interface TableShape {
  readonly name: string;
  readonly key: readonly string[];
  readonly counted: boolean;
}

/** Every table of a sound database with its key. */
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

/** The tables of a database, SQLite's own left out. */
export function tablesOf(sqlite: Sqlite): readonly string[] {
  return sqlite
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
}
