import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../../../../relay/store/postgres/database.ts';
import { openPostgresStore } from '../../../../relay/store/postgres/postgres-store.ts';
import { DATABASE_FILE } from '../../../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../../relay/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../temp-folder.ts';
import { onPostgres } from './store-kinds.ts';

type Tables = Readonly<Record<string, readonly string[]>>;

const tablesOf = (columns: readonly { readonly table: string; readonly column: string }[]): Tables =>
  Object.fromEntries(
    [...Map.groupBy(columns, ({ table }) => table)].map(([table, found]) => [
      table,
      found.map(({ column }) => column).toSorted(),
    ]),
  );

async function sqliteTables(): Promise<Tables> {
  const folder = tempFolder();
  await openSqliteStore(folder).close();
  const db = new Database(join(folder, DATABASE_FILE), { readonly: true });
  onTestFinished(() => void db.close());
  return tablesOf(
    db
      .prepare<[], { table: string; column: string }>(
        `SELECT t.name AS "table", c.name AS "column" FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
          WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
      )
      .all(),
  );
}

/** The columns of PostgreSQL that SQLite lacks, and the reverse, each with its reason. */
const onlyIn = {
  postgres: {
    // SQLite keeps its version in `user_version`, and has one writer.
    schema_version: ['version'],
    schema_older_relays: ['version'],
    // The one process of SQLite reads the newest sequence from the table.
    log_sequences: ['entries', 'id', 'reviews'],
    store: ['head'],
    // Recognises a restored server.
    feed_epochs: ['server_run'],
    // The digest of the three columns that SQLite indexes: an index of PostgreSQL takes no long checksum.
    results: ['identity'],
  },
  sqlite: { results: ['checksum', 'subject', 'succeeded'] },
} satisfies Readonly<Record<string, Tables>>;

/** The tables without the listed columns. An entry that no longer names a column throws, so the list stays true. */
const without = (tables: Tables, left: Tables): Tables => {
  const names = new Map(Object.entries(left));
  for (const [table, columns] of names)
    for (const column of columns)
      if (!tables[table]?.includes(column))
        throw new Error(`${table}.${column} is listed and does not exist`);
  return Object.fromEntries(
    Object.entries(tables)
      .map(
        ([table, columns]) =>
          [table, columns.filter((column) => !names.get(table)?.includes(column))] as const,
      )
      .filter(([, columns]) => columns.length > 0),
  );
};

onPostgres('the tables of both stores', (server) => {
  it('have the same names and columns, except for the listed differences', async () => {
    const url = await server().database();
    await (await openPostgresStore(url)).close();
    const database = openDatabase(url);
    onTestFinished(database.close);
    const columns = await database.query({
      text: `SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
                WHERE table_schema = current_schema()`,
    });
    const postgres = tablesOf(z.array(z.object({ table: z.string(), column: z.string() })).parse(columns));
    const sqlite = await sqliteTables();
    expect(without(sqlite, onlyIn.sqlite)).toEqual(without(postgres, onlyIn.postgres));
  });
});
