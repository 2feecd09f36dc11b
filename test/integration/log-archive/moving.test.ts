import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { copyDatabase } from '../../../electron/db/file-worker.ts';
import { archiveCopyOf, archiveFileOf } from '../../../electron/db/log-archive.ts';
import type { Sqlite } from '../../../electron/db/open.ts';
import { makeBackup } from '../../../electron/db/recovery/backups.ts';
import { findDamage } from '../../../electron/db/recovery/damage.ts';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import {
  showArchive,
  logFrom,
  logOfJob,
  logOfOperation,
  mountingsHere,
  removalEntries,
} from '../../../electron/db/tables/queue/log-entries.ts';
import { createIds } from '../../../electron/base/ids.ts';
import { keepLogArchive } from '../../../electron/log/archive-keeper.ts';
import { HOUR } from '../../../shared/time.ts';
import { oldLaptop } from './laptop.ts';

const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place);

describe('old entries of the log', () => {
  test('move to the archive, and the log is read and verified as one', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(31);
    expect(await laptop.archive()).toBe(2000);
    expect(laptop.live()).toEqual(upTo(3000, 2001));
    expect(laptop.all()).toEqual(upTo(3000));
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound', head: { number: 3000 } });
    laptop.reopen();
    expect(laptop.all()).toEqual(upTo(3000));
    laptop.write(1);
    expect(await laptop.verdict()).toMatchObject({ kind: 'sound', head: { number: 3001 } });
  });

  test('stay while the relay lacks them', async () => {
    const laptop = oldLaptop();
    laptop.write(2500);
    laptop.upload();
    laptop.write(2000);
    laptop.pass(31);
    expect(await laptop.archive()).toBe(2500);
    expect(laptop.live()[0]).toBe(2501);
  });

  test('move by age alone on a laptop without a relay', async () => {
    const laptop = oldLaptop();
    laptop.write(3500);
    laptop.pass(31);
    expect(await laptop.archive({ uploadsLog: false })).toBe(2500);
  });

  test('stay for 30 days', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(29);
    expect(await laptop.archive()).toBe(0);
  });

  test('stay while the time is not known', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(31);
    expect(await laptop.archive({ timeToJudgeBy: () => null })).toBe('time-unknown');
  });

  test('stay while they are not worth a copy of the archive', async () => {
    const laptop = oldLaptop();
    laptop.write(2999);
    laptop.upload();
    laptop.pass(31);
    expect(await laptop.archive()).toBe(0);
    expect(laptop.files()).not.toContain('log-archive.db');
  });
});

describe('an interrupted move', () => {
  test('counts each entry once, and the next round ends it', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(31);
    const stops = () => ({
      carryOver: () => Promise.resolve(),
      copy: copyDatabase,
      findDamage: () => Promise.reject(new Error('the app ends here')),
      end: () => Promise.resolve(),
      giveUp: () => undefined,
    });
    await expect(laptop.archive({ worker: stops })).rejects.toThrow('the app ends here');
    laptop.reopen();
    expect(laptop.live()).toEqual(upTo(3000));
    expect(laptop.all()).toEqual(upTo(3000));
    expect(await laptop.archive()).toBe(2000);
    expect(laptop.all()).toEqual(upTo(3000));
  });

  test('takes no entry out of queue.db while the copy of the archive is damaged', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(31);
    const finds = () => ({
      carryOver: () => Promise.resolve(),
      copy: copyDatabase,
      findDamage: () => Promise.resolve('page 3'),
      end: () => Promise.resolve(),
      giveUp: () => undefined,
    });
    expect(await laptop.archive({ worker: finds })).toBe(0);
    expect(laptop.live()).toEqual(upTo(3000));
    expect(laptop.said).toContain('log.archive-damaged');
  });

  test('takes no entry out of queue.db that differs from the archive', async () => {
    const laptop = oldLaptop();
    laptop.write(3000);
    laptop.upload();
    laptop.pass(31);
    await laptop.archive();
    laptop.database().sqlite.exec(
      `INSERT INTO main.log_entry SELECT number, id, at, clock_offset_ms, worker, job_id, type, '{"mine":1}', previous_hash, hash, 1
       FROM archive.log_entry WHERE number = 7`,
    );
    laptop.write(3000);
    laptop.upload();
    await laptop.archive();
    expect(laptop.live()[0]).toBe(7);
  });
});

test('the copy of the archive has every entry that left queue.db', async () => {
  const laptop = oldLaptop();
  laptop.write(3000);
  laptop.upload();
  laptop.pass(31);
  await laptop.archive();
  const copy = new BetterSqlite3(archiveCopyOf(laptop.file), { readonly: true });
  expect(copy.prepare('SELECT count(*) FROM log_entry').pluck().get()).toBe(2000);
  copy.close();
});

test('a backup of queue.db has no entry of the archive', async () => {
  const laptop = oldLaptop();
  laptop.write(3000);
  laptop.upload();
  laptop.pass(31);
  await laptop.archive();
  const made = await makeBackup(laptop.database(), {
    folder: join(laptop.folder, 'other'),
    at: 1_700_000_000_000,
    thorough: true,
    mayStay: () => true,
    worker: { copy: copyDatabase, findDamage: async (file, thorough) => findDamage(file, thorough) },
    signal: new AbortController().signal,
  });
  if (made.made !== 'yes') throw new Error(made.made);
  const backup = new BetterSqlite3(made.file, { readonly: true });
  expect(backup.prepare('SELECT min(number) FROM log_entry').pluck().get()).toBe(2001);
  backup.close();
});

test('each reader of the log finds its entries by an index of both files', async () => {
  const laptop = oldLaptop();
  laptop.write(3000);
  laptop.upload();
  laptop.pass(31);
  await laptop.archive();
  laptop.database().close();
  const sqlite = new BetterSqlite3(laptop.file);
  onTestFinished(() => void sqlite.close());
  sqlite.prepare('ATTACH ? AS archive').run(archiveFileOf(laptop.file));
  showArchive(sqlite);
  const prepared = vi.spyOn(sqlite, 'prepare');
  const ids = createIds();
  const readers: readonly ((sqlite: Sqlite) => unknown)[] = [
    (one) => logOfJob(one, ids.job()),
    (one) => logOfOperation(one, ids.operation()),
    (one) => logFrom(one, 2000, 5),
    (one) => mountingsHere(one, 'a model', 5),
    (one) => [...removalEntries(one)],
  ];
  for (const read of readers) read(sqlite);
  const asked = prepared.mock.calls.map(([sql]) => sql);
  expect(asked).toHaveLength(readers.length);
  for (const sql of asked) {
    const places = Array.from({ length: sql.split('?').length - 1 }, () => 1);
    const plan = sqlite
      .prepare<unknown[], { readonly detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...places)
      .map(({ detail }) => detail);
    expect(plan.filter((line) => /^SCAN (?:main|old)(?!.* USING INDEX)/.test(line))).toEqual([]);
    expect(plan.filter((line) => /^(?:SEARCH|SCAN) old/.test(line))).not.toEqual([]);
  }
});

test('the archive is kept while a profile is open, from some time after the start on', async () => {
  const laptop = oldLaptop();
  laptop.write(3000);
  laptop.upload();
  laptop.pass(31);
  const end = keepLogArchive({ ...laptop.parts, database: laptop.database(), clock: laptop.clock });
  expect(laptop.files()).not.toContain('log-archive.db');
  laptop.clock.advance(2 * HOUR);
  await expect.poll(() => laptop.live()[0]).toBe(2001);
  await end();
  expect(laptop.all()).toEqual(upTo(3000));
});

test('an aborted move is continued at the next start', async () => {
  const laptop = oldLaptop();
  laptop.write(3000);
  laptop.upload();
  laptop.pass(31);
  const end = keepLogArchive({ ...laptop.parts, database: laptop.database(), clock: laptop.clock });
  laptop.clock.advance(2 * HOUR);
  await end();
  expect(laptop.live()).toEqual(upTo(3000));
  expect(await laptop.archive()).toBe(2000);
});
