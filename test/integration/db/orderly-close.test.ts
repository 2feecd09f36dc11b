import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Migration, openDatabase } from '../../../electron/db/open.ts';
import { markOrderlyClose, takeOrderlyClose, noteSuspect } from '../../../electron/db/recovery/file-state.ts';
import { problemCodeOf } from './problem-code.ts';
import { tempFolder } from './temp-folder.ts';

const PAGE = 4096;
const notes: readonly Migration[] = [
  { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT' },
];
const open = (file: string) =>
  openDatabase({
    file,
    migrations: notes,
    durability: 'full',
    onCommitted: () => undefined,
    integrityCheck: 'unless-closed-in-order',
  });

/** A database with many rows that was closed in order. */
function closed(): string {
  const file = join(tempFolder(), 'notes.db');
  const database = open(file);
  database.write(({ sqlite }) => {
    const add = sqlite.prepare('INSERT INTO note (text) VALUES (?)');
    for (let number = 0; number < 2000; number += 1) add.run(`note number ${number}`);
  });
  database.close();
  return file;
}

/** A page in the middle, written over: the file opens with it, and a look through finds it. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const middle = Math.floor(bytes.length / 2 / PAGE) * PAGE;
  bytes.fill(0xa5, middle, middle + PAGE);
  writeFileSync(file, bytes);
}

test('a file that was closed in order and not touched is not checked again', () => {
  const file = closed();
  expect(takeOrderlyClose(file)).toBe(1);
});

test('the mark is gone while the file is open: a crash leaves none', () => {
  const file = closed();
  const database = open(file);
  expect(existsSync(`${file}.closed`)).toBe(false);
  database.close();
  expect(existsSync(`${file}.closed`)).toBe(true);
});

test('a file that was written since is checked, and a damaged one is refused', () => {
  const file = closed();
  damage(file);
  expect(problemCodeOf(() => open(file))).toBe('database-damaged');
});

test('a replaced file is checked, also one with the same bytes', () => {
  const file = closed();
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
  expect(takeOrderlyClose(file)).toBe(null);
});

test('a file with a -wal file, and one whose copy showed damage, are checked', () => {
  const [beside, suspect] = [closed(), closed()];
  writeFileSync(`${beside}-wal`, '');
  noteSuspect(suspect);
  expect([takeOrderlyClose(beside), takeOrderlyClose(suspect)]).toEqual([null, null]);
});

test('an unreadable mark counts as missing', () => {
  const file = closed();
  writeFileSync(`${file}.closed`, '{"inode": 7');
  expect(takeOrderlyClose(file)).toBe(null);
});

test('after twenty starts the file is checked anyway, since a disk may lose pages without a write', () => {
  const file = closed();
  damage(file);
  // As if the disk had done it: nothing tells of a write.
  markOrderlyClose(file, 19);
  open(file).close();
  expect(problemCodeOf(() => open(file))).toBe('database-damaged');
});
