import { once } from 'node:events';
import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DATABASE_FILE, openDatabase } from '../../../relay/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../relay/store/sqlite/sqlite-store.ts';
import { Worker } from '../../runner/kept-threads.ts';
import { arriving, asking } from '../relay/store/arriving.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const writes = new URL('#writes', import.meta.url);
const files = new URL('#files', import.meta.url);

function folderWithDatabase(): string {
  const dataDir = tempFolder();
  openDatabase(dataDir).close();
  return dataDir;
}

describe('a thread that is kept', () => {
  test('writes for one store after the other, each to its own database', async () => {
    const [one, other] = [tempFolder(), tempFolder()];
    for (const [dataDir, count] of [
      [one, 2],
      [other, 1],
      [one, 1],
    ] as const) {
      const store = openSqliteStore(dataDir);
      for (let n = 1; n <= count; n += 1) await store.keepResult(arriving(n));
      await store.close();
    }
    const store = openSqliteStore(one);
    expect((await store.readFeed(asking())).head.sequence).toBe(2);
    await store.close();
  });

  test('has let go of the database when its work has ended', async () => {
    const dataDir = folderWithDatabase();
    const worker = new Worker(writes, { workerData: { dataDir } });
    await once(worker, 'message');
    worker.postMessage('end', []);
    expect(await once(worker, 'exit')).toEqual([0]);
    const db = new Database(join(dataDir, DATABASE_FILE));
    // Refused while another connection has it open.
    expect(db.pragma('journal_mode = DELETE', { simple: true })).toBe('delete');
    db.close();
  });

  test('reports a work that cannot begin, and ends with it', async () => {
    const worker = new Worker(writes, { workerData: { dataDir: join(tempFolder(), 'missing') } });
    const failed = Promise.withResolvers<Error>();
    const ended = Promise.withResolvers<number>();
    worker.on('error', failed.resolve).on('exit', ended.resolve);
    expect(String(await failed.promise)).toContain('directory does not exist');
    expect(await ended.promise).toBe(1);
  });

  test('ends with a work that is cut off, and the next work has another', async () => {
    const file = join(folderWithDatabase(), DATABASE_FILE);
    const job = { number: 1, request: { work: 'find-damage', file, thorough: true } };
    const cut = new Worker(files);
    cut.postMessage(job, []);
    await cut.terminate();
    const next = new Worker(files);
    next.postMessage(job, []);
    expect(await once(next, 'message')).toEqual([{ number: 1, failure: null, answer: null }]);
    expect(await next.terminate()).toBe(0);
  });
});
