import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Ids } from '../../electron/base/ids.ts';
import type { Database } from '../../electron/db/open.ts';
import { backupFileAt } from '../../electron/db/recovery/backups.ts';
import { createInstallationLog } from '../../electron/log/append.ts';
import { repairQueue } from '../../electron/operations/queue/repair/repair-queue.ts';
import { customerId } from '../../shared/ids.ts';
import type { Clock } from '../../shared/time.ts';
import type { Random } from '../operator/random.ts';
import { customer } from './fleet.ts';

interface Page {
  readonly name: string;
  readonly rootpage: number;
}

/**
 * One page of a closed queue.db is overwritten, and the file is rebuilt from what can be read of it and the newest backup, where one
 * was made. Lost is an index, or which operation builds on which: every operation can still be read. Answers the name of what was on
 * the page.
 */
export function damageAndMend(
  file: string,
  {
    random,
    clock,
    ids,
  }: {
    readonly random: Random;
    readonly clock: Clock;
    readonly ids: Ids;
  },
): string {
  const { name } = overwritePage(file, random);
  repairQueue(
    {
      file,
      backupFolder: backupFolderOf(file),
      target: {
        environment: 'uat',
        baseUrl: 'http://127.0.0.1:1/v3',
        customerId: customerId.parse(customer),
      },
      clock,
      log: createInstallationLog({ ids, clock, worker: () => 'Bay 3 Tester', clockOffsetMs: () => null }),
      processAlive: () => false,
      pid: 0,
    },
    'damaged',
    false,
  );
  return name;
}

/** The keeper of backups works beside the app, which has no time of its own here: a backup is made at once. */
export function backUpNow({ file, sqlite }: Database, clock: Pick<Clock, 'now'>): void {
  const folder = backupFolderOf(file);
  mkdirSync(folder, { recursive: true });
  writeFileSync(backupFileAt(folder, clock.now()), sqlite.serialize());
}

/** Where the backups of a queue.db are. */
export function backupFolderOf(file: string): string {
  return join(dirname(file), 'backups');
}

function overwritePage(file: string, random: Random): Page {
  const sqlite = new BetterSqlite3(file);
  const pages = sqlite
    .prepare<[], Page>(
      `SELECT name, rootpage FROM sqlite_schema
       WHERE (type = 'index' AND sql IS NOT NULL) OR name = 'operation_dependency' ORDER BY name`,
    )
    .all();
  const size = Number(sqlite.pragma('page_size', { simple: true }));
  sqlite.close();
  const [links] = pages.filter((one) => one.name === 'operation_dependency');
  const page = links !== undefined && random.chance(0.3) ? links : random.pick(pages);
  const open = openSync(file, 'r+');
  writeSync(open, Buffer.alloc(size, 0xff), 0, size, (page.rootpage - 1) * size);
  closeSync(open);
  return page;
}
