import { statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { type Clock, SECOND } from '../../../../shared/time.ts';
import type { Sqlite, Database } from '../../../db/open.ts';
import { queueMigrations } from '../../../db/queue-migrations/index.ts';
import type { Salvaged, StoredRow } from '../../../db/recovery/salvage.ts';
import { readLease, type FileMark, readFileMark, writeFileMark } from '../../../db/tables/queue/ownership.ts';
import { lastLogEntry } from '../../../db/tables/queue/log-entries.ts';

/** How far a file had come, for telling which of two is the later one. */
interface QueueStatus {
  readonly fence: number;
  readonly lastEntry: number;
}

/** Of a sound file. */
export function queueStatus(sqlite: Sqlite): QueueStatus {
  const fence = readLease(sqlite)?.fence ?? 0;
  return { fence, lastEntry: lastLogEntry(sqlite)?.number ?? 0 };
}

/** The same of what could be read of a damaged one. Damage may hide rows, so only the fence tells that it is older. */
export function isOlder(salvaged: Salvaged, { fence }: QueueStatus): boolean {
  const [lease] = salvaged.rows('lease');
  return lease !== undefined && Number(lease['fence']) < fence;
}

/** Another run whose last sign of life is no older still works with the file, whatever it looks like from here. */
const AT_WORK_MS = 60 * SECOND;

/** Does another living run hold this lease? */
export function isAtWork(
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

/** Is the open file older than its own backup? Then it was set back: by hand, or by a -wal file that is gone. */
export function isBehind(sqlite: Sqlite, backupFile: string): boolean {
  const backup = new BetterSqlite3(backupFile, { readonly: true });
  try {
    // One of another version is compared only once it is brought to this one.
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

/** The file as the file system knows it now. */
interface FileNow {
  readonly inode: string;
  readonly born: string;
  /** Where a file system keeps no time of birth, Node answers the time of the last change, or 0. */
  readonly keepsBirth: boolean;
}

function look(file: string): FileNow {
  const { ino, birthtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return {
    inode: String(ino),
    born: String(birthtimeNs),
    keepsBirth: birthtimeNs > 0n && birthtimeNs < ctimeNs,
  };
}

/** Is it another file than the one whose mark is noted in it: a copy, or one that came back from a backup? */
export function isCopy({ sqlite }: Pick<Database, 'sqlite'>, file: string): boolean {
  const noted = readFileMark(sqlite);
  if (noted === undefined || noted.inode === null) return false;
  const { inode, born } = look(file);
  return inode !== noted.inode || (noted.born_at !== null && noted.born_at !== born);
}

/** Notes the mark of the file as it lies there now. */
export function noteFileMark(database: Database, file: string): void {
  const { inode, born, keepsBirth } = look(file);
  const mark: FileMark = { inode, born_at: keepsBirth ? born : null };
  const noted = readFileMark(database.sqlite);
  if (noted?.inode === mark.inode && noted.born_at === mark.born_at) return;
  database.write((context) => writeFileMark(context, mark));
}
