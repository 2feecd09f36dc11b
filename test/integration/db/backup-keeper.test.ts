import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { FileWorker } from '../../../electron/db/file-worker.ts';
import { type Migration, openDatabase } from '../../../electron/db/open.ts';
import { listBackups, createBackupKeeper, createBackupPace } from '../../../electron/db/recovery/backups.ts';
import { movingClock } from '../queue/moving-clock.ts';
import { tempFolder } from './temp-folder.ts';

const notes: readonly Migration[] = [
  { version: 1, sql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT' },
];
/** Some hundred pages: more than are copied in one turn. */
const MANY = 20_000;

/** A file thread whose check ends when the test allows it. */
function heldBeside() {
  const asked: PromiseWithResolvers<string | null>[] = [];
  const worker: Pick<FileWorker, 'findDamage' | 'end' | 'giveUp'> = {
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
function kept() {
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
    worker: () => worker,
    mayStay: () => true,
    onDamage: () => undefined,
    report: (event, cause) => reported.push(`${event} ${String(cause)}`),
  });
  const looksThrough = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times));
  return { file, folder, clock, database, keeper, asked, reported, looksThrough };
}

const BEGINS_AFTER_MS = 2000;
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

test('copying is aborted in the middle', async () => {
  const { folder, clock, database, keeper, asked, reported } = kept();
  clock.advance(BEGINS_AFTER_MS);
  const stopped = keeper.stop();
  clock.advance(CLOSES_WITHIN_MS);
  await stopped;
  database.close();
  expect({ looked: asked.length, backups: listBackups(folder), reported }).toEqual({
    looked: 0,
    backups: [],
    reported: [],
  });
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
