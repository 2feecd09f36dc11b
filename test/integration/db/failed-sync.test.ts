import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../electron/db/open.ts';
import { withItsCommits } from '../../../electron/db/shared-commit.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { tempFolder } from './temp-folder.ts';

const FAULT = 'EIO: i/o error, fdatasync';
const unsaved = { code: 'last-steps-unsaved', raw: FAULT };

/** A file whose disk fails while `disk.fails`. */
function openOnDisk() {
  const folder = tempFolder();
  const file = join(folder, 'notes.db');
  const disk = { fails: false };
  const published: Topic[] = [];
  const database = openDatabase({
    file,
    migrations: [{ version: 1, sql: 'CREATE TABLE note (text TEXT NOT NULL) STRICT' }],
    durability: 'full',
    onCommitted: (topics) => published.push(...topics),
    datasync: () => (disk.fails ? Promise.reject(new Error(FAULT)) : Promise.resolve()),
  });
  onTestFinished(database.close);
  const add = (text: string) =>
    withItsCommits(database, () => {
      database.write(({ sqlite }) => sqlite.prepare('INSERT INTO note (text) VALUES (?)').run(text));
      return Promise.resolve();
    });
  /** The notes in the database file without its -wal file. */
  const inFileAlone = () => {
    const copy = join(folder, 'alone.db');
    copyFileSync(file, copy);
    const alone = new BetterSqlite3(copy);
    const texts = alone.prepare('SELECT text FROM note').pluck().all();
    alone.close();
    return texts;
  };
  return { file, disk, database, published, add, inFileAlone };
}

test('a call whose commit the disk did not store is refused, and its file is reported until it is stored', async () => {
  const { disk, database, published, add } = openOnDisk();
  await add('before');
  expect(database.unsaved()).toBeNull();
  expect(published).toEqual([]);
  disk.fails = true;
  await expect(add('lost')).rejects.toMatchObject({ problem: unsaved });
  expect(database.unsaved()).toMatchObject(unsaved);
  await expect(add('lost too')).rejects.toMatchObject({ problem: unsaved });
  expect(published).toEqual(['status']);
  disk.fails = false;
  await add('after');
  expect(database.unsaved()).toBeNull();
  expect(published).toEqual(['status', 'status']);
});

test('frames whose sync failed are copied into the database before they count as stored', async () => {
  const { disk, add, inFileAlone } = openOnDisk();
  disk.fails = true;
  await expect(add('doubtful')).rejects.toMatchObject({ problem: unsaved });
  disk.fails = false;
  await add('certain');
  expect(inFileAlone()).toEqual(['doubtful', 'certain']);
});

test('frames that a reader keeps in the -wal file do not count as stored', async () => {
  const { file, disk, database, add } = openOnDisk();
  database.sqlite.pragma('busy_timeout = 0');
  await add('before');
  disk.fails = true;
  await expect(add('doubtful')).rejects.toMatchObject({ problem: unsaved });
  const reader = new BetterSqlite3(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM note').all();
  disk.fails = false;
  await expect(add('another')).rejects.toMatchObject({ problem: { code: 'last-steps-unsaved' } });
  reader.close();
  await add('certain');
  expect(database.unsaved()).toBeNull();
});
