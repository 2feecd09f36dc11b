import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate as migrateByStep, type Migration } from '../../../electron/db/migrate.ts';
import { queueMigrations } from '../../../electron/db/queue-migrations/index.ts';
import type { Sqlite } from '../../../electron/db/open.ts';
import { migrate } from '../../runner/template-databases.ts';
import { snapshots } from '../../schema/schema-text.ts';

function made(by: typeof migrate, migrations: readonly Migration[]): Sqlite {
  const sqlite = new BetterSqlite3(':memory:');
  onTestFinished(() => void sqlite.close());
  by(sqlite, ':memory:', migrations);
  return sqlite;
}

const schemaOf = (sqlite: Sqlite) =>
  sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
const tablesOf = (sqlite: Sqlite) =>
  sqlite.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
const rowsOf = (sqlite: Sqlite) =>
  JSON.stringify(
    tablesOf(sqlite)
      .toSorted()
      .map((table) => [table, sqlite.prepare(`SELECT * FROM "${table}"`).all()]),
  );
const chainsOf = (sqlite: Sqlite) => sqlite.prepare<[], string>('SELECT chain FROM log_chain').pluck().all();
const withoutIdentifiers = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id');

describe.each(Object.entries(snapshots))('a new database of %s from the template', (_name, migrations) => {
  test('has the schema, the rows and the version that the migrations make', () => {
    const [quick, slow] = [made(migrate, migrations), made(migrateByStep, migrations)];
    expect(schemaOf(quick)).toEqual(schemaOf(slow));
    expect(withoutIdentifiers(rowsOf(quick))).toBe(withoutIdentifiers(rowsOf(slow)));
    expect(quick.pragma('user_version', { simple: true })).toBe(migrations.length);
  });

  test('is migrated step by step where an older app has made it', () => {
    const sqlite = made(migrateByStep, migrations.slice(0, 1));
    migrate(sqlite, ':memory:', migrations);
    expect(schemaOf(sqlite)).toEqual(schemaOf(made(migrateByStep, migrations)));
  });
});

test('the log of each new database has a chain of its own', () => {
  const chains = [1, 2, 3].map(() => chainsOf(made(migrate, queueMigrations)));
  expect(chains.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(new Set(chains.flat()).size).toBe(3);
});

test('the database of another program is refused as without the template', () => {
  const sqlite = new BetterSqlite3(':memory:');
  onTestFinished(() => void sqlite.close());
  sqlite.exec('CREATE TABLE photo (id INTEGER)');
  expect(() => migrate(sqlite, 'a file', queueMigrations, 'operation')).toThrow('database-damaged');
  expect(tablesOf(sqlite)).toEqual(['photo']);
});
