import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFileMark, writeFileMark, takeLease } from '../../../electron/db/tables/queue/ownership.ts';
import { logOfOperation } from '../../../electron/db/tables/queue/log-entries.ts';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { createCar } from '../../../electron/jobs/steps/car.ts';
import { startJob } from '../../../electron/jobs/start.ts';
import { doubtSetBack } from '../../../electron/operations/queue/settle.ts';
import {
  isCopy,
  noteFileMark,
  isHeldByLiveProcess,
  isOlderThanBackup,
  isOlder,
  queueStatus,
} from '../../../electron/operations/queue/repair/repair-queue.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import { dataFolder, openJobs } from '../jobs/bench.ts';

const NOW = 1_000_000;
const me = { clock: { now: () => NOW }, pid: 10, processAlive: (pid: number) => pid !== 12 };
const lease = (changes: object = {}) => ({ released: 0, renewed_at: NOW, pid: 11, fence: 5, ...changes });

test.each([
  ['a living run that gave a sign a moment ago', {}, true],
  ['one whose last sign is just recent enough', { renewed_at: NOW - 60 * SECOND + 1 }, true],
  ['one whose last sign is too old', { renewed_at: NOW - 60 * SECOND }, false],
  ['one of a clock that is ahead', { renewed_at: NOW + MINUTE }, false],
  ['one that gave its lease back', { released: 1 }, false],
  ['this run itself', { pid: 10 }, false],
  ['one whose process has ended', { pid: 12 }, false],
])('a lease of %s is active: %s', (_whose, changes, isIt) => {
  expect(isHeldByLiveProcess(lease(changes), me)).toBe(isIt);
});

test('only a lower fence shows that a damaged file is the older one', () => {
  const salvaged = (...rows: readonly ReturnType<typeof lease>[]) => ({
    version: 1,
    rows: (table: string) => (table === 'lease' ? rows : []),
  });
  const standing = { fence: 5, lastEntry: 0 };
  expect(isOlder(salvaged(lease({ fence: 4 })), standing)).toBe(true);
  expect(isOlder(salvaged(lease({ fence: 5 })), standing)).toBe(false);
  expect(isOlder(salvaged(lease({ fence: 6 })), standing)).toBe(false);
  expect(isOlder(salvaged(), standing)).toBe(false);
});

/** A queue with one order, and a copy of its file as a backup has it. */
function backedUp() {
  const folder = dataFolder();
  const bench = openJobs(folder);
  const job = startJob(bench.parts);
  createCar(bench.parts, job, { licensePlate: 'M XY 1', vin: '', brand: '', model: '', name: '' });
  const { sqlite } = bench.database;
  const [car] = bench.operations(job);
  if (car === undefined) throw new Error('a car was ordered');
  const file = join(folder, 'queue.db');
  const backUp = () => {
    sqlite.pragma('wal_checkpoint(TRUNCATE)');
    copyFileSync(file, join(folder, 'backup.db'));
    return join(folder, 'backup.db');
  };
  return { bench, job, sqlite, car, file, backUp };
}

test('a file is behind its backup by its fence, its log, or an unfinished order that was tried less often', () => {
  const changes = {
    nothing: '',
    'the fence': 'UPDATE lease SET fence = fence - 1',
    'the log': 'DELETE FROM log_entry WHERE number = (SELECT max(number) FROM log_entry)',
    'an attempt': 'UPDATE operation SET attempt = attempt - 1',
    'an order': 'DELETE FROM operation',
    'a further attempt': 'UPDATE operation SET attempt = attempt + 1',
  };
  const behind = Object.entries(changes).flatMap(([name, sql]) => {
    const { bench, sqlite, backUp } = backedUp();
    bench.database.write((context) => takeLease(context, { bootId: 'this', pid: 1, at: 1000 }));
    sqlite.exec('UPDATE operation SET attempt = 3');
    const backup = backUp();
    sqlite.exec(sql);
    return isOlderThanBackup(sqlite, backup) ? [name] : [];
  });
  expect(behind).toEqual(['the fence', 'the log', 'an attempt', 'an order']);
});

test('an order that ended in the backup, and a backup of another version, show nothing', () => {
  const { bench, sqlite, car, backUp } = backedUp();
  for (const state of ['done', 'failed', 'cancelled'] as const) {
    bench.becomes(car.id, state);
    sqlite.exec('UPDATE operation SET attempt = 3');
    const backup = backUp();
    sqlite.exec('UPDATE operation SET attempt = 1');
    expect([state, isOlderThanBackup(sqlite, backup)]).toEqual([state, false]);
  }
  bench.becomes(car.id, 'ready');
  sqlite.exec('UPDATE operation SET attempt = 3');
  const version = Number(sqlite.pragma('user_version', { simple: true }));
  sqlite.pragma(`user_version = ${version - 1}`);
  const older = backUp();
  sqlite.pragma(`user_version = ${version}`);
  sqlite.exec('UPDATE operation SET attempt = 1');
  expect(isOlderThanBackup(sqlite, older)).toBe(false);
});

test('the standing of a new file is its last entry, without a lease', () => {
  const { bench, sqlite, job } = backedUp();
  expect(queueStatus(sqlite)).toEqual({ fence: 0, lastEntry: bench.logged(job).length });
});

test('a file is a copy by its inode or its birth; an unmarked one is not', () => {
  const { bench, file } = backedUp();
  const { database } = bench;
  expect(isCopy(database, file)).toBe(false);
  noteFileMark(database, file);
  expect(isCopy(database, file)).toBe(false);
  const noted = readFileMark(database.sqlite);
  if (noted === undefined) throw new Error('a mark was noted');
  const marked = (changes: Partial<typeof noted>) => {
    database.write((context) => writeFileMark(context, { ...noted, ...changes }));
    return isCopy(database, file);
  };
  expect(marked({ inode: '1' })).toBe(true);
  expect(marked({ born_at: '1' })).toBe(true);
  expect(marked({ born_at: null })).toBe(false);
  // A new mark takes the place of the old one.
  for (const old of [{ inode: '1' }, { born_at: '1' }]) {
    marked(old);
    noteFileMark(database, file);
    expect([old, isCopy(database, file)]).toEqual([old, false]);
  }
});

test('after the data were set back everything unfinished is read, and the log and a person see it', () => {
  const { bench, car, job } = backedUp();
  const setBack = (certain: readonly string[]) =>
    bench.database.write((context) =>
      doubtSetBack(context, {
        clock: bench.parts.clock,
        log: bench.parts.log,
        certain: new Set(certain),
        reason: 'copied',
      }),
    );
  const said = () =>
    bench.database.sqlite
      .prepare<[], string>("SELECT data FROM log_entry WHERE type = 'data-set-back' ORDER BY number")
      .pluck()
      .all()
      .map((data): unknown => JSON.parse(data));
  setBack([car.id]);
  expect(bench.operations(job)).toMatchObject([{ state: 'ready' }]);
  expect(said()).toEqual([{ reason: 'copied', lookedUp: 0 }]);
  setBack([]);
  expect(bench.operations(job)).toMatchObject([
    { state: 'unknown', maybe_sent_at: bench.parts.clock.now(), not_before: null },
  ]);
  expect(said()[1]).toEqual({ reason: 'copied', lookedUp: 1 });
  expect(unreadRelayNotes(bench.database.sqlite)).toMatchObject([{ matter: 'data-set-back', count: 1 }]);
  expect(logOfOperation(bench.database.sqlite, car.id)).toEqual([]);
});
