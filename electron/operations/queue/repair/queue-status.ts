import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { type Clock, SECOND } from '../../../../shared/time.ts';
import type { Sqlite, Database } from '../../../db/open.ts';
import { queueMigrations } from '../../../db/migrations/queue.ts';
import type { Salvaged, StoredRow } from '../../../db/recovery/damage.ts';
import { readLease, type FileMark, readFileMark, writeFileMark } from '../../../db/tables/queue/ownership.ts';
import { lastLogEntry } from '../../../db/tables/queue/log-entries.ts';

/** How current a file is, to tell which of two is newer. */
interface QueueStatus {
  readonly fence: number;
  readonly lastEntry: number;
}

/** The status of an undamaged file. */
export function queueStatus(sqlite: Sqlite): QueueStatus {
  const fence = readLease(sqlite)?.fence ?? 0;
  return { fence, lastEntry: lastLogEntry(sqlite)?.number ?? 0 };
}

/** Whether a damaged file is older than the other one. Damage may hide rows, so only the fence proves that. */
export function isOlder(salvaged: Salvaged, { fence }: QueueStatus): boolean {
  const [lease] = salvaged.rows('lease');
  return lease !== undefined && Number(lease['fence']) < fence;
}

/** Upper bound of a heartbeat's age at which another run still counts as running. */
const AT_WORK_MS = 60 * SECOND;

/** Whether another living run holds this lease. */
export function isHeldByLiveProcess(
  lease: StoredRow,
  {
    clock,
    pid,
    processAlive,
  }: {
    readonly clock: Pick<Clock, 'now'>;
    readonly pid: number;
    readonly processAlive: (pid: number) => boolean;
  },
): boolean {
  const holder = Number(lease['pid']);
  const beats = Math.abs(clock.now() - Number(lease['renewed_at'])) < AT_WORK_MS;
  return lease['released'] === 0 && beats && holder !== pid && processAlive(holder);
}

/** Whether the open file is older than its own backup: it was set back by hand, or its -wal file is missing. */
export function isOlderThanBackup(sqlite: Sqlite, backupFile: string): boolean {
  const backup = new BetterSqlite3(backupFile, { readonly: true });
  try {
    // A file of another schema version is compared only after its migration.
    if (backup.pragma('user_version', { simple: true }) !== queueMigrations.length) return false;
    const here = queueStatus(sqlite);
    const there = queueStatus(backup);
    if (there.fence > here.fence || there.lastEntry > here.lastEntry) return true;
    const unfinished = backup
      .prepare<[], { readonly id: string; readonly attempt: number }>(
        "SELECT id, attempt FROM operation WHERE state NOT IN ('done', 'failed', 'cancelled')",
      )
      .all();
    const attempts = sqlite.prepare<[string], number>('SELECT attempt FROM operation WHERE id = ?').pluck();
    return unfinished.some(({ id, attempt }) => (attempts.get(id) ?? -1) < attempt);
  } finally {
    backup.close();
  }
}

/** The file's present identity in the file system. */
interface FileNow {
  readonly inode: string;
  readonly born: string;
  /** Without a stored creation time, Node returns the time of the last change, or 0. */
  readonly keepsBirth: boolean;
}

function fileStatus(file: string): FileNow {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return {
    inode: String(ino),
    born: String(birthtimeNs),
    keepsBirth: birthtimeNs > 0n && birthtimeNs < ctimeNs,
  };
}

/** Whether the file differs from the one whose mark is stored in it: a copy, or restored from a backup. */
export function isCopy({ sqlite }: Pick<Database, 'sqlite'>, file: string): boolean {
  const noted = readFileMark(sqlite);
  if (noted === undefined || noted.inode === null) return false;
  const { inode, born } = fileStatus(file);
  return inode !== noted.inode || (noted.born_at !== null && noted.born_at !== born);
}

/** Stores the file's present mark. */
export function noteFileMark(database: Database, file: string): void {
  const { inode, born, keepsBirth } = fileStatus(file);
  const mark: FileMark = { inode, born_at: keepsBirth ? born : null };
  const noted = readFileMark(database.sqlite);
  if (noted?.inode === mark.inode && noted.born_at === mark.born_at) return;
  database.writeSynced((context) => writeFileMark(context, mark));
}
