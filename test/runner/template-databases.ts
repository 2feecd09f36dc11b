import { randomUUID } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import { z } from 'zod';
import { migrate as migrateByStep, type Migration } from '../../electron/db/migrate.ts';
import type { Sqlite } from '../../electron/db/open.ts';

export type { Migration } from '../../electron/db/migrate.ts';

/** Made once per process and list of migrations: each names the statements for another new database. */
const templates = new WeakMap<readonly Migration[], () => string>();

/**
 * `migrate` of `electron/db/migrate.ts` for a process of tests, which opens hundreds of new databases: these get the schema that
 * the migrations have made of the first one. The steps take ten times as long. A file that exists is migrated step by step.
 */
export function migrate(
  sqlite: Sqlite,
  file: string,
  migrations: readonly Migration[],
  table: string | null = null,
): void {
  const template = templates.get(migrations) ?? templateOf(migrations);
  templates.set(migrations, template);
  const madeNow = sqlite.transaction(() => {
    const objects = sqlite.prepare<[], number>('SELECT count(*) FROM sqlite_schema').pluck().get();
    const isNew = objects === 0 && sqlite.pragma('user_version', { simple: true }) === 0;
    if (isNew) sqlite.exec(template());
    return isNew;
  });
  if (!madeNow.immediate()) migrateByStep(sqlite, file, migrations, table);
}

const schemaObject = z.object({ type: z.string(), name: z.string(), sql: z.string() });

/** The statements of what the migrations leave behind. An identifier that they make up is another one for each database. */
function templateOf(migrations: readonly Migration[]): () => string {
  const one = leftBehind(migrations);
  const other = leftBehind(migrations).rows;
  const madeUp = new Set(one.rows.flatMap((row, index) => (row === other[index] ? [] : uuidsIn(row))));
  const rows = one.rows.join(';\n');
  return () => {
    const filled = [...madeUp].reduce((text, id) => text.replaceAll(id, randomUUID()), rows);
    return [...one.tables, filled, ...one.others, `PRAGMA user_version = ${migrations.length}`].join(';\n');
  };
}

const uuidsIn = (text: string): readonly string[] =>
  text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];

/** Rows stand between the tables and their triggers, which have run already. */
function leftBehind(migrations: readonly Migration[]) {
  const sqlite = new BetterSqlite3(':memory:');
  try {
    migrateByStep(sqlite, ':memory:', migrations);
    // A table for searching makes the tables behind it itself.
    const objects = sqlite
      .prepare(
        `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid`,
      )
      .all()
      .map((object) => schemaObject.parse(object));
    const own = objects.filter(({ name }) => !name.startsWith('sqlite_'));
    const tables = objects.filter(({ type }) => type === 'table').map(({ name }) => name);
    return {
      tables: own.filter(({ type }) => type === 'table').map(({ sql }) => sql),
      rows: tables.flatMap((name) => rowsOf(sqlite, name)),
      others: own.filter(({ type }) => type !== 'table').map(({ sql }) => sql),
    };
  } finally {
    sqlite.close();
  }
}

/** Each row of a table as a statement. */
function rowsOf(sqlite: Sqlite, table: string): readonly string[] {
  const columns = sqlite
    .prepare<[string], string>('SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0')
    .pluck()
    .all(table)
    .map((name) => `"${name}"`);
  const values = columns.map((column) => `quote(${column})`).join(" || ',' || ");
  return sqlite
    .prepare<[], string>(`SELECT ${values} FROM "${table}"`)
    .pluck()
    .all()
    .map((row) => `INSERT INTO "${table}" (${columns.join(',')}) VALUES (${row})`);
}
