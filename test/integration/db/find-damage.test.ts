import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createFileWorker } from '../../../electron/db/file-worker.ts';
import { tempFolder } from './temp-folder.ts';

/** A database of some hundred pages, with an index. */
function filled(): string {
  const file = join(tempFolder(), 'copy.db');
  const sqlite = new BetterSqlite3(file);
  sqlite.exec('CREATE TABLE word (id INTEGER PRIMARY KEY, text TEXT); CREATE INDEX by_text ON word (text)');
  const insert = sqlite.prepare('INSERT INTO word (text) VALUES (?)');
  sqlite.transaction(() => {
    for (let number = 0; number < 2000; number += 1) insert.run(`word ${number} `.repeat(10));
  })();
  sqlite.close();
  return file;
}

function overwrite(file: string, bytes: string, at: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, at);
  closeSync(descriptor);
}

function worker() {
  const made = createFileWorker();
  onTestFinished(made.end);
  return made;
}

test('a sound copy has nothing damaged in it', async () => {
  const file = filled();
  expect(await worker().findDamage(file, false)).toBeNull();
  expect(await worker().findDamage(file, true)).toBeNull();
});

test('an overwritten page is reported', async () => {
  const file = filled();
  overwrite(file, 'nothing of ours '.repeat(256), Math.floor(statSync(file).size / 4096 / 2) * 4096);
  expect(await worker().findDamage(file, true)).not.toBeNull();
});

test('a file that is no database is damaged', async () => {
  const file = filled();
  overwrite(file, 'a text', 0);
  expect(await worker().findDamage(file, false)).toMatch(/not a database/);
});

test('an index that no longer agrees with its table is found by looking thoroughly alone', async () => {
  const file = filled();
  const sqlite = new BetterSqlite3(file);
  sqlite.unsafeMode(true);
  sqlite.pragma('writable_schema = ON');
  sqlite.exec("UPDATE sqlite_schema SET sql = 'CREATE INDEX by_text ON word (id)' WHERE name = 'by_text'");
  sqlite.close();
  const looking = worker();
  expect(await looking.findDamage(file, false)).toBeNull();
  expect(await looking.findDamage(file, true)).toMatch(/word: /);
});
