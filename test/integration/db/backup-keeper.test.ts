import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { copyDatabase, createFileWorker, type FileWorker } from '../../../electron/db/file-worker.ts';
import { type Migration, openDatabase } from '../../../electron/db/open.ts';
import { listBackups, createBackupKeeper, createBackupPace } from '../../../electron/db/recovery/backups.ts';
import { movingClock } from '../queue/moving-clock.ts';
import { tempFolder } from './temp-folder.ts';

const notes: readonly Migration[] = [
  { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT' },
];
/** Some hundred pages: more than are copied in one turn. */
const MANY = 20_000;

type CopyWorker = Pick<FileWorker, 'copy' | 'findDamage' | 'end' | 'giveUp'>;

/** A file thread whose check ends when the test allows it. */
function heldBeside() {
  const asked: PromiseWithResolvers<string | null>[] = [];
  const worker: CopyWorker = {
    copy: copyDatabase,
    findDamage: () => {
      const looking = Promise.withResolvers<string | null>();
      asked.push(looking);
      return looking.promise;
    },
    end: () => Promise.resolve(),
    giveUp: () => {
      for (const { reject } of asked) reject(new Error('given up'));
    },
  };
  return { beside: worker, asked };
}

/** An open database with its keeper, whose first backup is about to begin. */
function kept(real: CopyWorker | null = null) {
  const file = join(tempFolder(), 'notes.db');
  const folder = join(dirname(file), 'backups');
  const clock = movingClock();
  const database = openDatabase({
    file,
    migrations: notes,
    durability: 'full',
    onCommitted: () => undefined,
  });
  database.write(({ sqlite }) => {
    const add = sqlite.prepare('INSERT INTO note (text) VALUES (?)');
    for (let number = 0; number < MANY; number += 1) add.run(`note number ${number}`);
  });
  const { beside: worker, asked } = heldBeside();
  const reported: string[] = [];
  const keeper = createBackupKeeper({
    database,
    folder,
    clock,
    pace: createBackupPace(clock),
    worker: () => real ?? worker,
    mayStay: () => true,
    onDamage: () => undefined,
    report: (event, cause) => reported.push(`${event} ${String(cause)}`),
  });
  const looksThrough = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times));
  return { file, folder, clock, database, keeper, asked, reported, looksThrough };
}

const BEGINS_AFTER_MS = 20_000;
const CLOSES_WITHIN_MS = 2000;

test('the app closes within two seconds during the check of a copy; the database is closed in order', async () => {
  const { file, folder, clock, database, keeper, reported, looksThrough } = kept();
  clock.advance(BEGINS_AFTER_MS);
  await looksThrough(1);
  const stopped = keeper.stop();
  clock.advance(CLOSES_WITHIN_MS);
  await stopped;
  database.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(listBackups(folder)).toEqual([]);
  expect(reported).toEqual([]);
});

test('an abandoned job is emptied, so that the thread that reads it ends', async () => {
  const { folder, clock, database, keeper, looksThrough } = kept();
  clock.advance(BEGINS_AFTER_MS);
  await looksThrough(1);
  const stopped = keeper.stop();
  clock.advance(CLOSES_WITHIN_MS);
  await stopped;
  expect(statSync(join(folder, 'queue.partial')).size).toBe(0);
  database.close();
});

test('a copy under way on the file thread is aborted, and the thread has closed the file before the database is', async () => {
  const thread = createFileWorker();
  const { file, folder, clock, database, keeper, reported } = kept(thread);
  clock.advance(BEGINS_AFTER_MS);
  // The copy takes some hundred turns of its thread, and each turn of this one looks for it.
  while (!existsSync(join(folder, 'queue.partial'))) await nextTurn();
  const stopped = keeper.stop();
  clock.advance(CLOSES_WITHIN_MS);
  await stopped;
  database.close();
  // The last connection that closes deletes the -wal file; without that the next start is one after a crash.
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect({ backups: listBackups(folder), reported }).toEqual({ backups: [], reported: [] });
});

test('the main thread copies where the file thread cannot', async () => {
  const { beside, asked } = heldBeside();
  const { folder, clock, database } = kept({
    ...beside,
    copy: () => Promise.reject(new Error('no thread')),
  });
  clock.advance(BEGINS_AFTER_MS);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.resolve(null);
  await vi.waitFor(() => expect(listBackups(folder)).toHaveLength(1));
  database.close();
});

test('changes during a copy are copied once more, and a copy that is made in time stays', async () => {
  const { folder, clock, database, keeper, asked, looksThrough } = kept();
  clock.advance(BEGINS_AFTER_MS);
  await looksThrough(1);
  keeper.schedule(null);
  const stopped = keeper.stop();
  asked[0]?.resolve(null);
  await looksThrough(2);
  asked[1]?.resolve(null);
  await stopped;
  database.close();
  expect(listBackups(folder)).toHaveLength(2);
});

test('a last copy is not begun where the one before took longer than closing may', async () => {
  const { folder, clock, database, keeper, asked, looksThrough } = kept();
  clock.advance(BEGINS_AFTER_MS);
  await looksThrough(1);
  clock.advance(10 * CLOSES_WITHIN_MS);
  asked[0]?.resolve(null);
  await vi.waitFor(() => expect(listBackups(folder)).toHaveLength(1));
  keeper.schedule(null);
  await keeper.stop();
  database.close();
  expect({ looked: asked.length, backups: listBackups(folder).length }).toEqual({ looked: 1, backups: 1 });
});

test('a copy that was begun before words were removed is dropped, and another one is made', async () => {
  const { folder, clock, database, keeper, asked, looksThrough } = kept();
  clock.advance(BEGINS_AFTER_MS);
  await looksThrough(1);
  database.write(({ sqlite }) => sqlite.exec("DELETE FROM note WHERE text = 'note number 7'"));
  keeper.removed();
  asked[0]?.resolve(null);
  await vi.waitFor(() => {
    clock.advance(CLOSES_WITHIN_MS);
    expect(asked).toHaveLength(2);
  });
  expect(listBackups(folder)).toEqual([]);
  asked[1]?.resolve(null);
  await vi.waitFor(() => expect(listBackups(folder)).toHaveLength(1));
  const copy = new BetterSqlite3(listBackups(folder)[0]?.file ?? '', { readonly: true });
  expect(copy.prepare("SELECT count(*) FROM note WHERE text = 'note number 7'").pluck().get()).toBe(0);
  copy.close();
  await keeper.stop();
  database.close();
});

test('a copy is the file as it was at its beginning, although commits go on', async () => {
  const { file, folder, database } = kept();
  const to = join(dirname(folder), 'copy.db');
  const copied = new AbortController();
  let commits = 0;
  const steps = (async () => {
    while (!copied.signal.aborted && commits < 1000) {
      database.write(({ sqlite }) => sqlite.exec("INSERT INTO note (text) VALUES ('a later note')"));
      commits += 1;
      await nextTurn();
    }
  })();
  const before = commits;
  await copyDatabase(file, to);
  copied.abort();
  await steps;
  const copy = new BetterSqlite3(to, { readonly: true });
  const notes = copy.prepare('SELECT count(*) FROM note').pluck().get();
  copy.close();
  database.close();
  expect(notes).toBe(MANY + before);
  expect(commits).toBeGreaterThan(before + 1);
});
