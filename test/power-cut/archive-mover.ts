import { fsyncSync, openSync, writeSync } from 'node:fs';
import { z } from 'zod';
import { createIds } from '../../electron/base/ids.ts';
import { clock } from '../../electron/app/headless-run/terminal.ts';
import { createFileWorker } from '../../electron/db/file-worker.ts';
import { archiveFileOf } from '../../electron/db/log-archive.ts';
import { writeLogConfirmed } from '../../electron/db/tables/queue/relay-exchange.ts';
import { createInstallationLog } from '../../electron/log/append.ts';
import { archiveOldEntries } from '../../electron/log/archive-keeper.ts';
import { openKeptQueue } from '../../electron/operations/queue/open-queue.ts';
import { customerId } from '../../shared/ids.ts';
import { DAY } from '../../shared/time.ts';

/*
 * Writes a log into the queue.db that is named, moves its old entries to the archive as the app does, and says how many
 * on stdout. Then it waits to be killed. `main`: it also syncs the archive on the main thread.
 */
const ENTRIES = 3000;

const [file, where] = z.tuple([z.string(), z.enum(['beside', 'main'])]).parse(process.argv.slice(2));

const ids = createIds();
const log = createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => 0 });
const { database } = openKeptQueue({
  file,
  target: { environment: 'uat', baseUrl: 'http://127.0.0.1:1', customerId: customerId.parse(4711) },
  clock,
  log,
  pid: process.pid,
  processAlive: () => false,
  onCommitted: () => undefined,
  report: () => undefined,
});
database.write((context) => {
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    log.append(context, { job: null, type: 'box-chosen', data: { serial: `00${entry}`, variant: 'box' } });
  }
  writeLogConfirmed(context, ENTRIES);
});
const moved = await archiveOldEntries(
  {
    database,
    timeToJudgeBy: () => clock.now() + 31 * DAY,
    uploadsLog: true,
    worker: createFileWorker,
    report: (event, cause) => {
      throw new Error(event, { cause });
    },
  },
  new AbortController().signal,
);
if (where === 'main') {
  const archive = openSync(`${archiveFileOf(file)}-wal`, 'r+');
  for (let sync = 0; sync < 100; sync += 1) fsyncSync(archive);
}
writeSync(1, `${moved}\n`);
setInterval(() => undefined, 60_000);
