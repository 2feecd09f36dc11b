import type BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../../electron/db/open.ts';

/** The rows of every table of a database at one moment. */
export interface Beginning {
  readonly schema: number;
  /** Deletes all rows, those first that refer to others. */
  readonly empty: readonly string[];
  readonly fill: readonly Fill[];
}

interface Fill {
  readonly sql: string;
  readonly rows: readonly (readonly unknown[])[];
}

/** The full-text index keeps no text: it is made from the cars, as `electron/db/tables/directory/cars.ts` does. */
const INDEX = 'car_search';
const fillIndex: Fill = {
  sql: `INSERT INTO ${INDEX} (rowid, search_text) SELECT id, search_text FROM car`,
  rows: [[]],
};

/** The highest number that each table has given out. */
const SEQUENCES = 'sqlite_sequence';
const emptySequences: Fill = { sql: `DELETE FROM ${SEQUENCES}`, rows: [[]] };

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** Tables that its rows refer to. */
  readonly refersTo: ReadonlySet<string>;
}

/** Reads them. */
export function beginningOf(sqlite: Sqlite): Beginning {
  const tables = inOrder(tablesOf(sqlite).filter(({ name }) => name !== SEQUENCES));
  const sequences = tablesOf(sqlite).find(({ name }) => name === SEQUENCES);
  const hasIndex = tables.some(({ name }) => name === INDEX);
  return {
    schema: schemaOf(sqlite),
    empty: tables.map(({ name }) => `DELETE FROM "${name}"`),
    fill: [
      ...tables.toReversed().flatMap((table) => fillOf(sqlite, table)),
      ...(hasIndex ? [fillIndex] : []),
      // Filling the tables has counted as well.
      ...(sequences === undefined ? [] : [emptySequences, ...fillOf(sqlite, sequences)]),
    ],
  };
}

function fillOf(sqlite: Sqlite, { name, columns }: Table): readonly Fill[] {
  if (name === INDEX) return [];
  const list = columns.map((column) => `"${column}"`).join(', ');
  const rows = sqlite.prepare<[], unknown[]>(`SELECT ${list} FROM "${name}"`).raw().all();
  const sql = `INSERT INTO "${name}" (${list}) VALUES (${columns.map(() => '?').join(', ')})`;
  return rows.length === 0 ? [] : [{ sql, rows }];
}

/**
 * Brings a database back to its beginning; its connection and the statements that it has compiled stay. False where its schema is
 * another one since: then nothing was done.
 */
export function rewind(sqlite: Sqlite, { schema, empty, fill }: Beginning): boolean {
  if (schemaOf(sqlite) !== schema) return false;
  sqlite
    .transaction(() => {
      for (const sql of empty) compiled(sqlite, sql).run();
      for (const { sql, rows } of fill) {
        const statement = compiled(sqlite, sql);
        for (const row of rows) statement.run(...row);
      }
    })
    .immediate();
  return true;
}

type Statement = BetterSqlite3.Statement;
const statements = new WeakMap<Sqlite, Map<string, Statement>>();

/** Compiled once for each connection: a rewind is done many times. */
function compiled(sqlite: Sqlite, sql: string): Statement {
  const known = statements.get(sqlite) ?? new Map<string, Statement>();
  statements.set(sqlite, known);
  const statement = known.get(sql) ?? sqlite.prepare(sql);
  known.set(sql, statement);
  return statement;
}

function schemaOf(sqlite: Sqlite): number {
  return Number(sqlite.pragma('schema_version', { simple: true }));
}

/** The tables that hold rows of their own: those that a full-text index keeps for itself follow from it. */
function tablesOf(sqlite: Sqlite): readonly Table[] {
  const names = sqlite
    .prepare<[], string>(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual')
       AND name <> 'sqlite_schema'`,
    )
    .pluck()
    .all();
  const columnsOf = sqlite
    .prepare<[string], string>(`SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0`)
    .pluck();
  const referred = sqlite.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck();
  return names.map((name) => ({
    name,
    columns: columnsOf.all(name),
    refersTo: new Set(referred.all(name).filter((other) => other !== name)),
  }));
}

/** Each before those that it refers to. */
function inOrder(tables: readonly Table[]): readonly Table[] {
  const rest = [...tables];
  const ordered: Table[] = [];
  while (rest.length > 0) {
    const place = rest.findIndex(({ name }) => rest.every(({ refersTo }) => !refersTo.has(name)));
    const [next] = rest.splice(place, 1);
    if (place === -1 || next === undefined) throw new Error('tables refer to each other in a circle');
    ordered.push(next);
  }
  return ordered;
}
