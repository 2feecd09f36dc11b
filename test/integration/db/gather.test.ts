import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import type { Topic } from '../../../shared/ipc/pushed.ts';
import { tempFolder } from './temp-folder.ts';

/** A table of copies with a second connection that sees what is committed. */
function openNotes() {
  const reported: Topic[][] = [];
  const options = {
    file: join(tempFolder(), 'notes.db'),
    migrations: [
      {
        version: 1,
        sql: `CREATE TABLE book (id INTEGER PRIMARY KEY) STRICT;
              CREATE TABLE note (text TEXT NOT NULL UNIQUE, book INTEGER REFERENCES book (id) DEFERRABLE INITIALLY DEFERRED) STRICT`,
      },
    ],
    durability: 'normal' as const,
    onCommitted: (topics: ReadonlySet<Topic>) => reported.push([...topics]),
  };
  const database = openDatabase(options);
  const reader = openDatabase(options);
  onTestFinished(database.close);
  onTestFinished(reader.close);
  const gather = (text: string, book: number | null = null) =>
    database.gather((context) => {
      context.sqlite.prepare('INSERT INTO note (text, book) VALUES (?, ?)').run(text, book);
      context.changed('directory');
    });
  const write = (text: string) =>
    database.write(({ sqlite }) => sqlite.prepare('INSERT INTO note (text) VALUES (?)').run(text));
  const kept = () => reader.sqlite.prepare('SELECT text FROM note ORDER BY rowid').pluck().all();
  return { database, gather, write, kept, reported };
}

it('gathered writes are one commit, published once, and readable here before it', () => {
  const { database, gather, kept, reported } = openNotes();
  gather('one');
  gather('two');
  expect(database.sqlite.prepare('SELECT count(*) FROM note').pluck().get()).toBe(2);
  expect([kept(), reported]).toEqual([[], []]);
  database.settle();
  expect([kept(), reported]).toEqual([['one', 'two'], [['directory']]]);
});

it('a concurrent write commits the gathered work first, and then its own', () => {
  const { gather, write, kept, reported } = openNotes();
  gather('one');
  write('two');
  expect([kept(), reported]).toEqual([['one', 'two'], [['directory']]]);
});

it.each(['writeUnsynced', 'writeBehind'] as const)('%s commits the gathered work first', (way) => {
  const { database, gather, kept } = openNotes();
  gather('one');
  database[way](({ sqlite }) => sqlite.prepare('INSERT INTO note (text) VALUES (?)').run('two'));
  expect(kept()).toEqual(['one', 'two']);
  expect(database.sqlite.pragma('synchronous', { simple: true })).toBe(1);
});

it('a failed write rolls back no gathered work', () => {
  const { gather, write, kept } = openNotes();
  gather('one');
  expect(() => write('one')).toThrow('UNIQUE');
  expect(kept()).toEqual(['one']);
});

it('a piece that fails rolls back all gathered writes, and later ones start a new commit', () => {
  const { database, gather, kept, reported } = openNotes();
  gather('one');
  expect(() => gather('one')).toThrow('UNIQUE');
  database.settle();
  expect([kept(), reported]).toEqual([[], []]);
  gather('two');
  database.settle();
  expect(kept()).toEqual(['two']);
});

it('a gathered commit that fails in another write rejects the gatherer once, and the write is kept', () => {
  const { database, gather, write, kept, reported } = openNotes();
  gather('of no book', 7);
  write('two');
  expect([kept(), reported]).toEqual([['two'], []]);
  expect(() => gather('three')).toThrow('FOREIGN KEY');
  gather('four');
  database.settle();
  expect(kept()).toEqual(['two', 'four']);
});

it('closing commits the gathered work', () => {
  const { database, gather, kept } = openNotes();
  gather('one');
  database.close();
  expect(kept()).toEqual(['one']);
});
