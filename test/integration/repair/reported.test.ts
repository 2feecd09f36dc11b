import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { queueMigrations } from '../../../electron/db/migrations/queue.ts';
import { listBackups } from '../../../electron/db/recovery/backups.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { entryOf } from '../../../electron/log/append.ts';
import { verifyLog } from '../../../electron/log/verify.ts';
import { cleanFiles } from '../../../electron/removal/carry-out.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { notable } from '../../operator/seed/notable.ts';
import { problemCodeOf } from '../db/problem-code.ts';
import { type Bench, type Queue, startBench } from '../queue/fixture.ts';
import { orderCar, orderInstallation } from '../queue/orders.ts';
import { damage, giveBackups, snapshot } from './damage.ts';
import { backUp, comesToRest, openKept, openKeptFile } from './laptop.ts';

const [box, otherBox] = notable.boxes.free;

/** The files of a laptop that died with an order saved and not sent. */
async function unsent(backup: boolean, inWal = false): Promise<{ bench: Bench; file: string }> {
  const bench = await startBench();
  const queue = bench.open({ start: false });
  orderInstallation(queue, 20_001, box);
  if (!inWal) queue.database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const file = snapshot(queue.database.file);
  if (backup) await backUp(queue.database, file, bench.clock.now());
  await queue.stop();
  return { bench, file };
}

const logOf = ({ database }: Queue) => logFrom(database.sqlite, 1, 1000).map(entryOf);

describe('a person', () => {
  test('faults.md 27: reports once that the file was rebuilt, also in the log, which stays whole', async () => {
    const { bench, file } = await unsent(true);
    damage(file, { kind: 'text', file: '' });
    const queue = openKept(bench, file);
    expect(unreadRelayNotes(queue.database.sqlite)).toMatchObject([{ matter: 'data-restored', count: 1 }]);
    expect(logOf(queue).find(({ type }) => type === 'data-restored')?.data).toContain('"lookedUp":1');
    await comesToRest(bench, queue);
    expect(await verifyLog(logOf(queue))).toMatchObject({ kind: 'sound' });
  });

  test('finds the damaged file again, put aside as it was @long', async () => {
    const { bench, file } = await unsent(true);
    damage(file, { kind: 'header' });
    const before = readFileSync(file);
    openKept(bench, file);
    const folder = join(dirname(file), 'damaged');
    const [aside = ''] = readdirSync(folder);
    expect(readFileSync(join(folder, aside, 'queue.db')).equals(before)).toBe(true);
  });

  test('hears nothing where nothing was wrong', async () => {
    const { bench, file } = await unsent(true);
    const queue = openKept(bench, file);
    const [row] = await comesToRest(bench, queue);
    expect(row).toMatchObject({ state: 'done', confirmed_by: 'answer' });
    expect(unreadRelayNotes(queue.database.sqlite)).toEqual([]);
    expect(existsSync(join(dirname(file), 'damaged'))).toBe(false);
  });
});

describe('without any backup', () => {
  test('unsent work is read from a file whose first page is gone from the disk but not from its -wal', async () => {
    const { bench, file } = await unsent(false, true);
    damage(file, { kind: 'zero-length', file: '' });
    const queue = openKept(bench, file);
    expect(await comesToRest(bench, queue)).toMatchObject([{ kind: 'install', state: 'done' }]);
  });

  test('a file of which nothing is left becomes an empty one that works @long', async () => {
    const { bench, file } = await unsent(false);
    damage(file, { kind: 'text', file: '' });
    const queue = openKept(bench, file);
    const next = orderInstallation(queue, 20_002, otherBox);
    await queue.reaches(next, 'done');
    expect(queue.faults).toEqual([]);
  });
});

describe('a file that SQLite finds healthy', () => {
  test('and whose last commits are gone with the -wal file is looked up before anything is sent', async () => {
    const { bench, file } = await unsent(false);
    const early = new BetterSqlite3(file);
    early.pragma('wal_checkpoint(TRUNCATE)');
    early.close();
    writeFileSync(`${file}.open`, '');
    const queue = openKept(bench, file);
    const [row] = await comesToRest(bench, queue);
    // The quarantine of a doubt, then one sending.
    expect(row).toMatchObject({ state: 'done', attempt: 1 });
    expect(logOf(queue).map(({ type }) => type)).toContain('data-restored');
    expect(bench.operator.journal.executions({ method: 'PUT', path: '/installations' })).toBe(1);
  });

  test('and is older than its own backup goes on from the backup', async () => {
    const bench = await startBench();
    const queue = bench.open({ start: false });
    const old = snapshot(queue.database.file);
    const car = orderCar(queue);
    await backUp(queue.database, old, bench.clock.now());
    await queue.stop();
    damage(old, { kind: 'none' });
    const again = openKept(bench, old);
    expect((await comesToRest(bench, again)).map(({ id }) => id)).toEqual([car]);
    expect(unreadRelayNotes(again.database.sqlite)).toMatchObject([{ matter: 'data-restored' }]);
  });
});

test('a newer version is refused by name and stays untouched, damaged or not', async () => {
  const { bench, file } = await unsent(true);
  const newer = new BetterSqlite3(file);
  newer.pragma(`user_version = ${queueMigrations.length + 3}`);
  newer.pragma('wal_checkpoint(TRUNCATE)');
  newer.close();
  const before = readFileSync(file);
  expect(problemCodeOf(() => openKeptFile(bench, file))).toBe('database-newer');
  expect(readFileSync(file).equals(before)).toBe(true);
  damage(file, { kind: 'page', file: '', at: 0.5 });
  const broken = readFileSync(file);
  expect(problemCodeOf(() => openKeptFile(bench, file))).toBe('database-newer');
  expect(readFileSync(file).equals(broken)).toBe(true);
  expect(readdirSync(dirname(file)).filter((name) => /mend|salvage|damaged/.test(name))).toEqual([]);
});

test('a damaged file that another run still works with is left to that one @long', async () => {
  const { bench, file } = await unsent(true);
  const running = bench.open({ pid: 4242 });
  running.database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const taken = snapshot(running.database.file);
  giveBackups(dirname(file), taken);
  damage(taken, { kind: 'header' });
  const before = readFileSync(taken);
  const open = () => openKeptFile(bench, taken, { processAlive: (pid) => pid === 4242 });
  expect(problemCodeOf(open)).toBe('another-instance');
  expect(readFileSync(taken).equals(before)).toBe(true);
});

test('an app that ends while the new file is not in its place yet goes on with it', async () => {
  const { bench, file } = await unsent(true);
  damage(file, { kind: 'header' });
  const first = openKept(bench, file, false);
  await first.stop();
  // As it was between the last two steps: the damaged file in its place, the new one beside it.
  renameSync(file, `${file}.mended`);
  writeFileSync(file, 'damaged');
  const queue = openKept(bench, file);
  expect(await comesToRest(bench, queue)).toMatchObject([{ kind: 'install', state: 'done' }]);
});

test('backups and damaged files go when a person’s words are removed', async () => {
  const { bench, file } = await unsent(true);
  damage(file, { kind: 'header' });
  const queue = openKept(bench, file, false);
  const folder = dirname(file);
  expect([listBackups(join(folder, 'backups')).length, existsSync(join(folder, 'damaged'))]).toEqual([
    1,
    true,
  ]);
  const worker = () => ({
    rewrite: () => Promise.reject(new Error('no thread here')),
    end: () => Promise.resolve(),
  });
  const onBackupsRemoved = vi.fn<() => void>();
  const files = { keepOnly: () => Promise.resolve(), settled: () => Promise.resolve() };
  await cleanFiles({ database: queue.database, files, worker, onBackupsRemoved });
  expect(onBackupsRemoved).toHaveBeenCalledOnce();
  expect([listBackups(join(folder, 'backups')).length, existsSync(join(folder, 'damaged'))]).toEqual([
    0,
    false,
  ]);
});

describe('backups', () => {
  test('are made soon after work was saved, and looked through', async () => {
    const bench = await startBench();
    const { database, backups } = openKeptFile(bench, bench.file);
    onTestFinished(() => database.close());
    const folder = join(dirname(bench.file), 'backups');
    await vi.waitFor(() => {
      bench.clock.advance(500);
      expect(listBackups(folder)).toHaveLength(1);
    });
    database.write(({ sqlite, changed }) => {
      sqlite.prepare("INSERT INTO form_draft (form, draft, saved_at) VALUES ('f', '{}', 1)").run();
      changed('jobs');
    });
    await vi.waitFor(() => {
      bench.clock.advance(MINUTE);
      expect(listBackups(folder)).toHaveLength(2);
    });
    const [newest] = listBackups(folder);
    const copy = new BetterSqlite3(newest?.file ?? '', { readonly: true });
    onTestFinished(() => {
      copy.close();
    });
    expect(copy.prepare('SELECT count(*) FROM form_draft').pluck().get()).toBe(1);
    await backups.stop();
  });

  test('are made two seconds after a job ended, and are at work again when they were removed', async () => {
    const bench = await startBench();
    const { database, backups } = openKeptFile(bench, bench.file);
    onTestFinished(() => database.close());
    const folder = join(dirname(bench.file), 'backups');
    // A copy ends with the sync of its folder, and the next one is planned then.
    const isThere = (count: number) =>
      vi.waitFor(() => {
        bench.clock.advance(100);
        expect(listBackups(folder)).toHaveLength(count);
      });
    bench.clock.advance(20 * SECOND);
    await isThere(1);
    bench.clock.advance(SECOND);
    const job = createIds().job();
    database.write(({ sqlite, changed }) => {
      sqlite
        .prepare(
          `INSERT INTO job (id, kind, worker, data, started_at, updated_at, finished_at)
           VALUES (?, 'installation', 'w', '{}', 1, 1, ?)`,
        )
        .run(job, bench.clock.now());
      changed('jobs', `job:${job}`);
    });
    bench.clock.advance(2 * SECOND);
    await isThere(2);
    for (const { file } of listBackups(folder)) rmSync(file);
    backups.removed();
    bench.clock.advance(2 * SECOND);
    await isThere(1);
    await backups.stop();
  });

  test('are kept: the newest three, and one of each of the last seven days @long', async () => {
    const bench = await startBench();
    const queue = bench.open({ start: false });
    const start = bench.clock.now();
    const hours = [0, 1, 24, 30, 48, 72, 300, 301, 302, 303];
    for (const hour of hours) await backUp(queue.database, bench.file, start + hour * 3_600_000);
    const kept = listBackups(join(dirname(bench.file), 'backups')).map(({ at }) => (at - start) / 3_600_000);
    expect(kept).toEqual([303, 302, 301]);
    for (const hour of [320, 344, 345]) await backUp(queue.database, bench.file, start + hour * 3_600_000);
    const later = listBackups(join(dirname(bench.file), 'backups')).map(({ at }) => (at - start) / 3_600_000);
    expect(later).toEqual([345, 344, 320, 303]);
  });

  test('of a file that is damaged while it is open do not push out the good ones, and the next start mends it', async () => {
    const bench = await startBench();
    const { database, backups } = openKeptFile(bench, bench.file);
    const folder = join(dirname(bench.file), 'backups');
    await vi.waitFor(() => {
      bench.clock.advance(500);
      expect(listBackups(folder)).toHaveLength(1);
    });
    // An index that no longer says what its table says; the quick check at the start does not see that.
    database.sqlite.unsafeMode(true);
    database.sqlite.pragma('writable_schema = ON');
    database.sqlite.exec(
      "UPDATE sqlite_schema SET sql = replace(sql, 'started_at', 'updated_at') WHERE name = 'job_by_time'",
    );
    database.sqlite.exec(
      `INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES ('a', 'installation', 'w', '{}', 1, 2)`,
    );
    database.close();
    writeFileSync(`${bench.file}.suspect`, '');
    await backups.stop();
    const again = openKeptFile(bench, bench.file);
    onTestFinished(() => again.database.close());
    expect(again.database.sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(unreadRelayNotes(again.database.sqlite)).toMatchObject([{ matter: 'data-restored' }]);
  });
});
