import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createIds } from '../../../electron/base/ids.ts';
import { copyDatabase } from '../../../electron/db/file-worker.ts';
import { findDamage } from '../../../electron/db/recovery/damage.ts';
import type { Database } from '../../../electron/db/open.ts';
import { readLogConfirmed, writeLogConfirmed } from '../../../electron/db/tables/queue/relay-exchange.ts';
import { createInstallationLog } from '../../../electron/log/append.ts';
import { archiveOldEntries, type ArchiveParts } from '../../../electron/log/archive-keeper.ts';
import { createLogService } from '../../../electron/log/service.ts';
import { openKeptQueue } from '../../../electron/operations/queue/open-queue.ts';
import type { QueueTarget } from '../../../electron/operations/queue/parts.ts';
import { type JobId, customerId } from '../../../shared/ids.ts';
import { DAY } from '../../../shared/time.ts';
import { manualClock } from '../../unit/relay-client/manual-clock.ts';
import { tempFolder } from '../relay/temp-folder.ts';

const target: QueueTarget = {
  environment: 'uat',
  baseUrl: 'http://127.0.0.1:1',
  customerId: customerId.parse(4711),
};

/** A laptop whose log grows old, opened as the app does, in whatever state its files are. */
export function oldLaptop(folder: string = tempFolder()) {
  const clock = manualClock();
  const ids = createIds();
  const file = join(folder, 'queue.db');
  const said: string[] = [];
  let database: Database;
  /** By this much the time of judgement is ahead of the entries. */
  let age = 0;
  const logBy = (worker: string) =>
    createInstallationLog({ ids, clock, worker: () => worker, clockOffsetMs: () => 0 });
  const open = () => {
    const kept = openKeptQueue({
      file,
      target,
      clock,
      log: logBy('Bay 3'),
      pid: process.pid,
      processAlive: () => false,
      onCommitted: () => undefined,
      report: (_level, event) => said.push(event),
    });
    database = kept.database;
  };
  open();
  onTestFinished(() => {
    if (database.sqlite.open) database.close();
  });
  const parts: Omit<ArchiveParts, 'database' | 'clock'> = {
    timeToJudgeBy: () => clock.now() + age,
    uploadsLog: true,
    worker: () => ({
      carryOver: () => Promise.resolve(),
      copy: copyDatabase,
      findDamage: (copy, thorough) => Promise.resolve(findDamage(copy, thorough)),
      end: () => Promise.resolve(),
      giveUp: () => undefined,
    }),
    report: (event) => said.push(event),
  };
  const numbers = (from: string) =>
    database.sqlite.prepare<[], number>(`SELECT number FROM ${from} ORDER BY number`).pluck().all();
  return {
    folder,
    file,
    clock,
    said,
    database: () => database,
    parts,
    /** Appends so many entries in one transaction. */
    write: (count: number, worker = 'Bay 3', job: JobId | null = null) =>
      database.write((context) => {
        const log = logBy(worker);
        for (let entry = 0; entry < count; entry += 1) {
          log.append(context, { job, type: 'box-chosen', data: { serial: `00${entry}`, variant: 'box' } });
        }
      }),
    upload: () =>
      database.write((context) =>
        writeLogConfirmed(
          context,
          Math.max(readLogConfirmed(context.sqlite), numbers('log_entry').at(-1) ?? 0),
        ),
      ),
    pass: (days: number) => {
      age += days * DAY;
    },
    archive: (some: Partial<typeof parts> = {}) =>
      archiveOldEntries({ database, ...parts, ...some }, new AbortController().signal),
    live: () => numbers('main.log_entry'),
    all: () => numbers('log_entry'),
    reopen: (meanwhile: () => void = () => undefined) => {
      if (database.sqlite.open) database.close();
      meanwhile();
      open();
    },
    verdict: async () => {
      const service = createLogService({ database, target, clock, onChange: () => undefined });
      await service.check([]);
      return service.state().verdict;
    },
    files: () => (existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []),
  };
}
