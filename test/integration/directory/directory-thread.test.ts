import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import BetterSqlite3 from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createDirectory, openDirectoryDatabase } from '../../../electron/directory/directory.ts';
import { createKeyPictures } from '../../../electron/directory/key-pictures.ts';
import { createDirectorySync } from '../../../electron/directory/sync.ts';
import { allMountings } from '../../../electron/db/tables/directory/mountings.ts';
import { openQueueDatabase } from '../../../electron/operations/queue/open-queue.ts';
import { cleanDirectory } from '../../../electron/removal/carry-out.ts';
import { matcherOf } from '../../../electron/removal/matcher.ts';
import { carId, jobId } from '../../../shared/ids.ts';
import type { Topic } from '../../../shared/ipc/messages.ts';
import { target } from '../removal/laptop.ts';
import { aCar, standingClock, tempFolder } from './fixture.ts';
import { type ScriptedSource, scriptedSource } from './scripted-source.ts';

const clock = standingClock();
const entry = new URL('../../../electron/directory/directory-thread.ts', import.meta.url);

/** A directory.db as the app opens it, with the threads that it started. */
function opened(file = join(tempFolder(), 'directory.db'), from: URL = entry) {
  const published: Topic[] = [];
  const threads: Worker[] = [];
  const { database } = openDirectoryDatabase(
    { file, clock, onCommitted: (topics) => published.push(...topics) },
    () => {
      const thread = new Worker(from, { workerData: { file } });
      threads.push(thread);
      return thread;
    },
  );
  onTestFinished(async () => {
    if (database.sqlite.open) await database.close();
  });
  const directory = createDirectory({ database, clock });
  const found = (text: string) => directory.searchCars(text, 100).rows.length;
  const syncFrom = (source: ScriptedSource) =>
    createDirectorySync({
      database,
      source,
      pictures: createKeyPictures({
        database,
        clock,
        fetchPicture: () => Promise.resolve({ kind: 'unreachable' }),
      }),
      clock,
      onProgress: () => undefined,
    });
  return { file, database, directory, published, threads, found, syncFrom };
}

const fleet = (count: number) =>
  Array.from({ length: count }, (_, index) => aCar({ id: index + 1, name: `Van ${index + 1}` }));

test('while the thread waits for the file, main searches, and the write is published once it is committed', async () => {
  const { file, directory, published, found } = opened();
  directory.recordCar(aCar({ id: 1, name: 'Van 1' }));
  await directory.written();
  published.length = 0;
  const other = new BetterSqlite3(file);
  onTestFinished(() => {
    other.close();
  });
  other.exec('BEGIN IMMEDIATE');
  let written = false;
  directory.recordCar(aCar({ id: 2, name: 'Van 2' }));
  const done = directory.written().then(() => {
    written = true;
  });
  expect(found('van')).toBe(1);
  expect({ written, published }).toEqual({ written: false, published: [] });
  other.exec('COMMIT');
  await done;
  expect(published).toEqual(['directory']);
  expect(found('van')).toBe(2);
});

test('main cannot write', () => {
  const { database } = opened();
  expect(() => database.sqlite.exec('DELETE FROM car')).toThrow(/readonly/);
});

test('a page is found before the next one is asked for', async () => {
  const { syncFrom, found } = opened();
  const source = scriptedSource();
  const seen: number[] = [];
  const sync = syncFrom({
    ...source,
    cars: async ({ onPage }) => {
      await onPage(fleet(200), { position: 200, lastId: 200 });
      await expect.poll(() => found('van 200')).toBe(1);
      seen.push(found('van 1'));
      await onPage([aCar({ id: 201, name: 'Lorry' })], { position: 201, lastId: 201 });
      return { ok: true, value: null };
    },
  });
  expect(await sync.start()).toMatchObject({ state: 'complete' });
  expect(seen).toEqual([100]);
  expect(found('lorry')).toBe(1);
});

test('a server that ignores page sizes does not hold the window up: other work runs while one page is written', async () => {
  const { syncFrom, found } = opened();
  let turns = 0;
  let reading = true;
  const count = (): void => {
    turns += 1;
    if (reading) setImmediate(count);
  };
  const sync = syncFrom({
    ...scriptedSource(),
    cars: async ({ onPage }) => {
      setImmediate(count);
      await onPage(fleet(1000), { position: 1000, lastId: 1000 });
      return { ok: true, value: null };
    },
  });
  await sync.start();
  reading = false;
  expect(found('van')).toBe(100);
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('a thread that dies during a sync stops it with a problem, and the next sync goes on in a new one', async () => {
  const { threads, syncFrom, found, directory } = opened();
  const source = scriptedSource();
  source.has.cars = fleet(5);
  let dying = false;
  source.afterPage.set('cars', () => {
    if (!dying) void threads.at(-1)?.terminate();
    dying = true;
  });
  const sync = syncFrom(source);
  expect(await sync.start()).toMatchObject({ state: 'stopped', problem: { code: 'unexpected' } });
  expect(directory.asOf('cars')).toBeNull();
  source.afterPage.clear();
  source.asked.length = 0;
  expect(await sync.start()).toMatchObject({ state: 'complete' });
  expect(source.asked).toEqual(['cars']);
  expect(found('van')).toBe(5);
  expect(threads).toHaveLength(2);
});

test('a thread that cannot start stops the sync with a problem; the copies are readable', async () => {
  const before = opened();
  before.directory.recordCar(aCar({ id: 1, name: 'Van 1' }));
  await before.directory.written();
  await before.database.close();
  const { directory, syncFrom, found } = opened(before.file, new URL('file:///nowhere/thread.js'));
  expect(await syncFrom(scriptedSource()).start()).toMatchObject({
    state: 'stopped',
    problem: { code: 'unexpected' },
  });
  directory.recordCar(aCar({ id: 2, name: 'Van 2' }));
  await expect(directory.written()).rejects.toMatchObject({ problem: { code: 'unexpected' } });
  expect(found('van')).toBe(1);
});

test('a failed write is reported once, and the writes after it count', async () => {
  const { file, directory } = opened();
  const other = new BetterSqlite3(file);
  other.exec(
    "CREATE TRIGGER no_room BEFORE INSERT ON car WHEN new.name = 'Unwritable' BEGIN SELECT RAISE(ABORT, 'no room'); END",
  );
  other.close();
  directory.recordCar(aCar({ id: 1, name: 'Unwritable' }));
  directory.recordCar(aCar({ id: 2, name: 'Van 2' }));
  directory.changeCar(carId.parse(2), { licensePlate: 'M XY 99' });
  await expect(directory.written()).rejects.toMatchObject({ problem: { raw: 'no room' } });
  await directory.written();
  expect(directory.car(carId.parse(2))?.licensePlate).toBe('M XY 99');
});

test('a close waits for the writes, marks the file as closed in order, and takes no write after it', async () => {
  const { file, database, directory, threads } = opened();
  for (const car of fleet(50)) directory.recordCar(car);
  await database.close();
  const begun = threads.length;
  directory.recordCar(aCar({ id: 51, name: 'Van 51' }));
  await expect(directory.written()).rejects.toThrow(/closed/);
  expect(threads).toHaveLength(begun);
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(existsSync(`${file}.closed`)).toBe(true);
  expect(opened(file).found('van')).toBe(50);
});

test('a write that comes while the thread ends is written', async () => {
  const { database, directory, found } = opened();
  for (const car of fleet(20)) {
    const ended = [database.rest(), database.rest()];
    directory.recordCar(car);
    await directory.written();
    await Promise.all(ended);
  }
  expect(found('van')).toBe(20);
});

test('a removal also finds a note that is on its way to the thread', async () => {
  const { database } = opened();
  const note = { sequence: 1, at: clock.now(), worker: 'Quendoline', about: 'x', data: '{}' };
  const job = jobId.parse('019ab000-0000-7000-8000-000000000001');
  const arriving = database.ask({
    write: 'notes',
    mountings: [{ ...note, job_id: job }],
    conditions: [],
    type: 'box-mounted',
    place: null,
  });
  const queue = openQueueDatabase(join(tempFolder(), 'queue.db'), target, () => undefined);
  onTestFinished(() => queue.close());
  const others = { dropAnswers: () => undefined, onTheWay: () => [] };
  const sought = { says: matcherOf('Quendoline'), wholeJobs: new Set<never>(), photos: new Set<never>() };
  await cleanDirectory({ database: queue, directory: database, others }, sought);
  await arriving;
  expect(allMountings(database.sqlite)).toEqual([]);
});
