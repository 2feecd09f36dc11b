import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, statSync, writeSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Migration, openDatabase, type Database, type OpenOptions } from '../../../electron/db/open.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { problemCodeOf } from './problem-code.ts';
import { tempFolder } from './temp-folder.ts';

const notes: readonly Migration[] = [
  { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT' },
];

function openNotes(file: string, options: Partial<OpenOptions> = {}): Database {
  const database = openDatabase({
    file,
    migrations: notes,
    durability: 'full',
    onCommitted: () => {},
    ...options,
  });
  onTestFinished(database.close);
  return database;
}

const addNote = (database: Database, text: string): void =>
  database.write(({ sqlite }) => {
    sqlite.prepare('INSERT INTO note (text) VALUES (?)').run(text);
  });

const notesIn = (database: Database): unknown[] =>
  database.sqlite.prepare('SELECT text FROM note ORDER BY id').pluck().all();

describe('a database is opened', () => {
  it('in WAL mode, and syncs on the event loop only in a write that waits for the disk', () => {
    const database = openNotes(join(tempFolder(), 'notes.db'));
    const syncMode = () => database.sqlite.pragma('synchronous', { simple: true });
    expect(database.sqlite.pragma('journal_mode', { simple: true })).toBe('wal');
    expect(database.sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
    expect(database.write(syncMode)).toBe(1);
    expect(database.writeSynced(syncMode)).toBe(2);
    expect(syncMode()).toBe(1);
    expect(() => database.write(() => database.writeSynced(syncMode))).toThrow('inside a transaction');
    expect(syncMode()).toBe(1);
  });

  it('and counts the commits that wait for a sync only where they are durable', async () => {
    const folder = tempFolder();
    const durable = openNotes(join(folder, 'durable.db'));
    const cache = openNotes(join(folder, 'cache.db'), { durability: 'normal' });
    for (const database of [durable, cache]) addNote(database, 'one');
    expect([durable.commits(), cache.commits()]).toEqual([1, 0]);
    await Promise.all([durable.synced(), cache.synced()]);
  });

  it('keeps the data that was written before', () => {
    const file = join(tempFolder(), 'notes.db');
    const first = openNotes(file);
    addNote(first, 'kept');
    first.close();
    expect(notesIn(openNotes(file))).toEqual(['kept']);
  });

  it('faults.md 27: and refused by name when a page of it is damaged', () => {
    const file = join(tempFolder(), 'notes.db');
    const first = openNotes(file);
    first.write(() => {
      for (let index = 0; index < 2000; index += 1) addNote(first, `note number ${index}`);
    });
    first.close();
    const middle = Math.floor(statSync(file).size / 2 / 4096) * 4096;
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, middle);
    closeSync(descriptor);
    expect(problemCodeOf(() => openNotes(file))).toBe('database-damaged');
  });

  it('and is refused by name when it is no database at all', () => {
    const file = join(tempFolder(), 'notes.db');
    writeFileSync(file, 'these are not the bytes of a database, however long the text is made '.repeat(80));
    expect(problemCodeOf(() => openNotes(file))).toBe('database-damaged');
  });
});

describe('a write', () => {
  it('faults.md 1, 5: that fails leaves nothing behind and publishes nothing', () => {
    const published: Topic[] = [];
    const database = openNotes(join(tempFolder(), 'notes.db'), {
      onCommitted: (topics) => published.push(...topics),
    });
    expect(() =>
      database.write(({ sqlite, changed }) => {
        sqlite.prepare('INSERT INTO note (text) VALUES (?)').run('half');
        changed('queue');
        throw new Error('the work failed');
      }),
    ).toThrow('the work failed');
    expect(notesIn(database)).toEqual([]);
    expect(published).toEqual([]);
    addNote(database, 'whole');
    expect(published).toEqual([]);
  });

  it('publishes the changed topics once, after the commit, nested writes included', () => {
    const seen: { topics: Topic[]; rows: number }[] = [];
    const file = join(tempFolder(), 'notes.db');
    const database = openNotes(file, {
      onCommitted: (topics) => {
        const other = new BetterSqlite3(file, { readonly: true });
        const rows = Number(other.prepare('SELECT count(*) FROM note').pluck().get());
        other.close();
        seen.push({ topics: [...topics].sort(), rows });
      },
    });
    database.write(({ changed }) => {
      changed('queue');
      addNote(database, 'outer');
      database.write((inner) => inner.changed('jobs', 'queue'));
    });
    expect(seen).toEqual([{ topics: ['jobs', 'queue'], rows: 1 }]);
  });

  it('takes the write lock before it reads, so a write elsewhere cannot make it fail half-way', () => {
    const file = join(tempFolder(), 'notes.db');
    const database = openNotes(file);
    const other = new BetterSqlite3(file, { timeout: 0 });
    onTestFinished(() => {
      other.close();
    });
    database.write(({ sqlite }) => {
      sqlite.prepare('SELECT count(*) FROM note').get();
      // A deferred transaction would let this through and then fail with SQLITE_BUSY_SNAPSHOT at its own insert.
      expect(() => other.prepare("INSERT INTO note (text) VALUES ('elsewhere')").run()).toThrow(/locked/);
      sqlite.prepare("INSERT INTO note (text) VALUES ('here')").run();
    });
    expect(notesIn(database)).toEqual(['here']);
  });

  it('faults.md 26: reports a database that stays locked by another process, and nothing was written', async () => {
    const file = join(tempFolder(), 'notes.db');
    const database = openNotes(file);
    database.sqlite.pragma('busy_timeout = 50');
    const holder = spawn(process.execPath, [
      '-e',
      `const db = new (require('better-sqlite3'))(process.argv[1]); db.exec('BEGIN IMMEDIATE'); console.log('held');
       process.stdin.resume(); process.stdin.on('end', () => db.close());`,
      file,
    ]);
    const ended = once(holder, 'exit');
    await once(holder.stdout, 'data');
    expect(problemCodeOf(() => addNote(database, 'blocked'))).toBe('database-busy');
    holder.stdin.end();
    await ended;
    expect(notesIn(database)).toEqual([]);
    addNote(database, 'free again');
    expect(notesIn(database)).toEqual(['free again']);
  });

  it('faults.md 25: reports a full disk, keeps the stored data, and works again when there is room', () => {
    const database = openNotes(join(tempFolder(), 'notes.db'));
    addNote(database, 'before');
    const pages = Number(database.sqlite.pragma('page_count', { simple: true }));
    database.sqlite.pragma(`max_page_count = ${pages}`);
    expect(problemCodeOf(() => addNote(database, 'too much '.repeat(10_000)))).toBe('not-saved-disk-full');
    expect(notesIn(database)).toEqual(['before']);
    database.sqlite.pragma(`max_page_count = ${pages + 100}`);
    addNote(database, 'after');
    expect(notesIn(database)).toEqual(['before', 'after']);
  });
});

describe('a statement', () => {
  it.each([
    ['compared and sorted', 'SELECT * FROM page WHERE book = ? ORDER BY id', 'b'],
    ['compared by name and sorted', 'SELECT * FROM page WHERE book = @book ORDER BY id', { book: 'b' }],
    ['compared for the greatest', 'SELECT max(id) AS id FROM page WHERE book = ?', 'b'],
    ['limited', 'SELECT * FROM page ORDER BY id LIMIT ?', 3],
    ['limited by name', 'SELECT * FROM page ORDER BY id LIMIT @limit', { limit: 3 }],
  ])('is compiled once, whatever is bound: %s', (_, sql, bound) => {
    const { sqlite } = openNotes(join(tempFolder(), 'notes.db'));
    sqlite.exec(`CREATE TABLE page (id INTEGER PRIMARY KEY, book TEXT) STRICT;
      CREATE INDEX page_of_book ON page (book, id);
      INSERT INTO page (book) VALUES ('a'), ('b'), ('b'), ('c')`);
    const compiled = countCompiled();
    for (let time = 0; time < 5; time += 1) expect(sqlite.prepare(sql).all(bound)).not.toEqual([]);
    expect(compiled()).toBe(1);
  });

  it('writes the values that it is given', () => {
    const { sqlite } = openNotes(join(tempFolder(), 'notes.db'));
    sqlite.exec('CREATE TABLE typed (id INTEGER PRIMARY KEY, word TEXT, data BLOB, real REAL) STRICT');
    sqlite.prepare('INSERT INTO typed (id) VALUES (?)').run(1);
    const given = { word: '007', data: Buffer.from([0, 255]), real: 0.5 };
    sqlite
      .prepare('UPDATE typed SET word = @word, data = @data, real = @real WHERE id = @id')
      .run({ ...given, id: 1 });
    expect(sqlite.prepare('SELECT word, data, real FROM typed WHERE word = ?').get('007')).toEqual(given);
    expect(sqlite.prepare('SELECT word FROM typed WHERE data = ?').pluck().get(given.data)).toBe('007');
  });
});

/** Counts the compilations of statements whose rows are read: better-sqlite3 makes a constructor of rows after each. */
function countCompiled(): () => number {
  let count = 0;
  const made = globalThis.Function;
  vi.stubGlobal(
    'Function',
    new Proxy(made, {
      apply: (target, self, words) => {
        count += 1;
        const maker: unknown = Reflect.apply(target, self, words);
        return maker;
      },
    }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  return () => count;
}
