import { copyFileSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { isSuspect, noteSuspect } from '../../../electron/db/recovery/suspect.ts';
import { unreadRelayNotes } from '../../../electron/db/tables/queue/relay-notes.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { openKeptQueue } from '../../../electron/operations/queue/repair/open-kept-queue.ts';
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
