import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { archiveCopyOf } from '../../../electron/db/log-archive.ts';
import { copyDatabase } from '../../../electron/db/file-worker.ts';
import { findDamage } from '../../../electron/db/recovery/damage.ts';
import { writeLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { noteRemoval } from '../../../electron/db/tables/queue/removal-orders.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { archiveOldEntries } from '../../../electron/log/archive-keeper.ts';
import { redactEntries } from '../../../electron/log/redact.ts';
import { DAY } from '../../../shared/time.ts';
import { machineClock } from '../../unit/relay-client/manual-clock.ts';
import { openLaptop } from './laptop.ts';

const PERSON = 'Quendoline Zyxwary';
const NAMES = PERSON.split(' ');
const LOG = 3000;
const MOVED = 2000;
/** One entry is another person's. */
const ALONE = 8;

/** A laptop whose archive names the person, with the copy of it. */
async function archivedLaptop() {
  const laptop = openLaptop();
  const job = laptop.job('Kim');
  const archive = () =>
    archiveOldEntries(
      {
        database: laptop.database,
        timeToJudgeBy: () => machineClock.now() + 31 * DAY,
        uploadsLog: true,
        worker: () => ({
          carryOver: () => Promise.resolve(),
          copy: copyDatabase,
          findDamage: (file, thorough) => Promise.resolve(findDamage(file, thorough)),
          end: () => Promise.resolve(),
          giveUp: () => undefined,
        }),
        report: (event) => {
          throw new Error(event);
        },
      },
      new AbortController().signal,
    );
  laptop.database.write((context) => {
    for (let entry = 1; entry <= LOG; entry += 1) {
      const worker = entry === ALONE ? 'Ottilie Vrbka' : entry % 100 === 7 ? PERSON : 'Kim';
      laptop.record(worker, job, 'box-chosen', { serial: `00${entry}`, variant: 'box' });
    }
    writeLogConfirmed(context, LOG);
  });
  expect(await archive()).toBe(MOVED);
  return { ...laptop, archive };
}

test('removed words leave the archive and its copy, and the log stays sound', async () => {
  const laptop = await archivedLaptop();
  expect(laptop.filesSaying('Zyxwary').map((file) => file.split('/').slice(-2).join('/'))).toEqual(
    expect.arrayContaining([expect.stringContaining('log-archive.db'), 'backups/log-archive.db']),
  );
  const findings = await laptop.removeAll('person', PERSON);
  expect(findings.entries).toBe(30);
  for (const name of NAMES) expect(laptop.filesSaying(name)).toEqual([]);
  expect(existsSync(archiveCopyOf(laptop.database.file))).toBe(false);
  expect(await laptop.checkLog()).toMatchObject({ kind: 'sound', redacted: 30 });
});

test('a removal that ended before the archive was clean is gone on with, and no entry moves before', async () => {
  const laptop = await archivedLaptop();
  const { database, ids } = laptop;
  const log = createInstallationLog({
    ids,
    clock: machineClock,
    worker: () => 'Kim',
    clockOffsetMs: () => 0,
  });
  database.write((context) => {
    redactEntries(context, log, [{ number: ALONE, fields: ['worker'] }], {
      reason: 'It was asked for',
      request: 'the-person',
    });
    noteRemoval(context, machineClock.now());
  });
  expect(laptop.filesSaying('Vrbka')).not.toEqual([]);
  expect(await laptop.archive()).toBe('busy');
  await laptop.service.resume();
  expect(laptop.filesSaying('Vrbka')).toEqual([]);
  expect(await laptop.checkLog()).toMatchObject({ kind: 'sound', redacted: 1 });
});

test('a redacted entry moves to the archive without its removed words', async () => {
  const laptop = await archivedLaptop();
  await laptop.removeAll('person', PERSON);
  laptop.database.write((context) => {
    for (let entry = 0; entry < LOG; entry += 1) {
      laptop.record('Kim', null, 'box-chosen', { serial: `1${entry}`, variant: 'box' });
    }
    writeLogConfirmed(context, 2 * LOG);
  });
  await laptop.archive();
  const { sqlite } = laptop.database;
  const count = (from: string) =>
    sqlite.prepare(`SELECT count(*) FROM ${from} WHERE redacted = 1`).pluck().get();
  expect(count('main.log_entry')).toBe(0);
  expect(count('archive.log_entry')).toBe(30);
  for (const name of NAMES) expect(laptop.filesSaying(name)).toEqual([]);
  expect(await laptop.checkLog()).toMatchObject({ kind: 'sound', redacted: 30 });
});
