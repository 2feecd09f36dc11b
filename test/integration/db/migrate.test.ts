import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { directoryMigrations } from '../../../electron/db/migrations/directory.ts';
import { type Migration, openDatabase, type Database } from '../../../electron/db/open.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { problemCodeOf } from './problem-code.ts';
import { tempFolder } from './temp-folder.ts';

const first: Migration = { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT) STRICT' };
const second: Migration = { version: 2, sql: 'ALTER TABLE note ADD COLUMN colour TEXT' };

function open(file: string, migrations: readonly Migration[]): Database {
  const database = openDatabase({ file, migrations, durability: 'full', onCommitted: () => {} });
  onTestFinished(database.close);
  return database;
}

const versionOf = (database: Database): unknown => database.sqlite.pragma('user_version', { simple: true });

describe('migrations', () => {
  it.each([
    ['queue.db', queueMigrations],
    ['directory.db', directoryMigrations],
  ])('of %s are numbered without gaps and can be opened twice', (name, migrations) => {
    const file = join(tempFolder(), name);
    open(file, migrations).close();
    expect(versionOf(open(file, migrations))).toBe(migrations.length);
  });

  it('bring an older database forward and keep its rows', () => {
    const file = join(tempFolder(), 'notes.db');
    const old = open(file, [first]);
    old.write(({ sqlite }) => sqlite.exec("INSERT INTO note (text) VALUES ('kept')"));
    old.close();
    const database = open(file, [first, second]);
    expect(versionOf(database)).toBe(2);
    expect(database.sqlite.prepare('SELECT text, colour FROM note').all()).toEqual([
      { text: 'kept', colour: null },
    ]);
  });

  it('refuse a database of a newer app by name and leave it as it is', () => {
    const file = join(tempFolder(), 'notes.db');
    open(file, [first, second]).close();
    expect(problemCodeOf(() => open(file, [first]))).toBe('database-newer');
    expect(versionOf(open(file, [first, second]))).toBe(2);
  });

  it('that fail change nothing, not even half a step', () => {
    const file = join(tempFolder(), 'notes.db');
    open(file, [first]).close();
    const broken: Migration = {
      version: 2,
      sql: 'CREATE TABLE extra (id INTEGER) STRICT; SELECT nonsense()',
    };
    expect(() => open(file, [first, broken])).toThrow('nonsense');
    const database = open(file, [first]);
    expect(versionOf(database)).toBe(1);
    expect(database.sqlite.prepare("SELECT name FROM sqlite_schema WHERE name = 'extra'").all()).toEqual([]);
  });

  it('that another process makes in the meantime are not made a second time', () => {
    const file = join(tempFolder(), 'notes.db');
    let others: Database | null = null;
    // Asked for when the file was opened and before the migration has it for itself: then another process comes first.
    const observed = new Proxy([first], {
      get: (target, name, receiver) => {
        if (name === 'length') others ??= open(file, [first]);
        const value: unknown = Reflect.get(target, name, receiver);
        return value;
      },
    });
    expect(versionOf(open(file, observed))).toBe(1);
  });

  it('of several versions are one transaction: a failure rolls back the earlier ones', () => {
    const file = join(tempFolder(), 'notes.db');
    const broken: Migration = { version: 2, sql: 'SELECT nonsense()' };
    expect(() => open(file, [first, broken])).toThrow('nonsense');
    expect(versionOf(open(file, [first]))).toBe(1);
  });

  it('out of order are a mistake that is seen at the first start', () => {
    expect(() => open(join(tempFolder(), 'notes.db'), [second])).toThrow('out of order');
  });
});
