import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createIds } from '../../../electron/base/ids.ts';
import { backupFileAt } from '../../../electron/db/recovery/backups.ts';
import { isSuspect, noteSuspect } from '../../../electron/db/recovery/file-state.ts';
import { takeLease } from '../../../electron/db/tables/queue/ownership.ts';
import { logFrom } from '../../../electron/db/tables/queue/log-entries.ts';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { openKeptQueue } from '../../../electron/operations/queue/open-queue.ts';
import { finishRepair } from '../../../electron/operations/queue/repair/repair-queue.ts';
import { customerId } from '../../../shared/ids.ts';
import { dataFolder } from '../jobs/bench.ts';

const clock = { now: () => 1_790_000_000_000, passed: () => 0, setTimer: () => () => undefined };

/** Opens the queue of a folder as the app does. */
function open(folder: string) {
  return openKeptQueue({
    file: join(folder, 'queue.db'),
    target: {
      environment: 'uat',
      baseUrl: 'https://operator.example/v3',
      customerId: customerId.parse(4711),
    },
    clock,
    log: createInstallationLog({ ids: createIds(), clock, worker: () => 'Jo', clockOffsetMs: () => null }),
    pid: process.pid,
    processAlive: () => false,
    onCommitted: () => undefined,
    report: () => undefined,
  });
}

test('a sound file whose copy showed damage is used as it is, and is suspected no longer', () => {
  const folder = dataFolder();
  const file = join(folder, 'queue.db');
  open(folder).database.close();
  noteSuspect(file);
  const { database } = open(folder);
  expect(unreadRelayNotes(database.sqlite)).toEqual([]);
  expect(isSuspect(file)).toBe(false);
  database.close();
});

test('a new file that a repair had finished takes its place at the next start, and the old one is put aside', () => {
  const folder = dataFolder();
  const file = join(folder, 'queue.db');
  open(folder).database.close();
  copyFileSync(file, `${file}.mended`);
  finishRepair(file, clock.now());
  expect(existsSync(`${file}.mended`)).toBe(false);
  expect(existsSync(file)).toBe(true);
  expect(readdirSync(join(folder, 'damaged', String(clock.now())))).toEqual(['queue.db']);
  // Without one nothing is touched.
  const after = readdirSync(folder).toSorted();
  finishRepair(file, clock.now());
  expect(readdirSync(folder).toSorted()).toEqual(after);
});

const restored = z.object({ reason: z.string() });

/** The reasons of the repairs that the log of a folder records; opens it once more. */
function repairsOf(folder: string): readonly string[] {
  const { database } = open(folder);
  const reasons = logFrom(database.sqlite, 1, 100)
    .filter(({ type }) => type === 'data-restored')
    .map(({ data }) => restored.parse(JSON.parse(data)).reason);
  database.close();
  return reasons;
}

test('a suspect file that fails the full check is rebuilt as damaged', () => {
  const folder = dataFolder();
  const file = join(folder, 'queue.db');
  open(folder).database.close();
  // An index that disagrees with its table passes the quick check.
  const harmed = new BetterSqlite3(file);
  harmed.unsafeMode(true);
  harmed.pragma('writable_schema = ON');
  harmed.exec(
    `UPDATE sqlite_schema SET sql = replace(sql, 'started_at', 'updated_at') WHERE name = 'job_by_time';
     INSERT INTO job (id, kind, worker, data, started_at, updated_at) VALUES ('a', 'installation', 'w', '{}', 1, 2)`,
  );
  harmed.close();
  expect(repairsOf(folder)).toEqual([]);
  noteSuspect(file);
  expect(repairsOf(folder)).toEqual(['damaged']);
  expect(isSuspect(file)).toBe(false);
});

test('a file that is older than its backup is rebuilt as set back', () => {
  const folder = dataFolder();
  const file = join(folder, 'queue.db');
  const lease = () => {
    const { database } = open(folder);
    database.write((context) => takeLease(context, { bootId: 'a', pid: 1, at: 1000 }));
    database.close();
  };
  lease();
  copyFileSync(file, `${file}.old`);
  lease();
  mkdirSync(join(folder, 'backups'));
  copyFileSync(file, backupFileAt(join(folder, 'backups'), clock.now()));
  expect(repairsOf(folder)).toEqual([]);
  copyFileSync(`${file}.old`, file);
  expect(repairsOf(folder)).toEqual(['behind']);
});

test.each(['', '-wal', '-shm'])('queue.db%s is rebuilt where a folder lies in its place', (suffix) => {
  const folder = dataFolder();
  const place = join(folder, `queue.db${suffix}`);
  open(folder).database.close();
  rmSync(place, { force: true });
  mkdirSync(place);
  expect(repairsOf(folder)).toEqual(['missing']);
});
