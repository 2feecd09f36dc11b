import { copyFileSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';
import { type Clock, type Instant, SECOND } from '../../../../shared/time.ts';
import { makeProblem, ProblemError } from '../../../../shared/problem.ts';
import { attachArchive, chainOfArchive } from '../../../db/log-archive.ts';
import { type Database, openDatabase, type Sqlite } from '../../../db/open.ts';
import { queueMigrations } from '../../../db/migrations/queue.ts';
import { type BackupFile, listBackups } from '../../../db/recovery/backups.ts';
import {
  salvage,
  type Salvaged,
  setAside,
  tableShapes,
  type StoredRow,
} from '../../../db/recovery/damage.ts';
import {
  writeIdentity,
  readLease,
  type FileMark,
  readFileMark,
  writeFileMark,
} from '../../../db/tables/queue/ownership.ts';
import { addRelayNote } from '../../../db/tables/queue/relay-exchange.ts';
import type { InstallationLog } from '../../../log/append.ts';
import { lastLogEntry } from '../../../db/tables/queue/log-entries.ts';
import type { QueueTarget } from '../parts.ts';
import { doubtUnfinished, blockOrphans } from '../settle.ts';
import { mergeQueue } from './merge-queue.ts';

/** Why the file could not be used. `behind`: undamaged, but older than its own backup. */
export type RepairReason = 'damaged' | 'missing' | 'behind';

/** The files and facts of the queue to repair. */
export interface RepairParts {
  readonly file: string;
  readonly backupFolder: string;
  readonly target: QueueTarget;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: InstallationLog;
  readonly processAlive: (pid: number) => boolean;
  readonly pid: number;
}

/** The repairs made. */
export interface Repaired {
  readonly reason: RepairReason;
  /** When the backup used for the new file was made; null = none. */
  readonly backupAt: Instant | null;
  readonly rows: number;
  /** Number of operations that are read at the operator before anything else. */
  readonly doubted: number;
  readonly setAside: string;
}

/** The path of a complete new file that is not in its final place yet. */
const completeOf = (file: string) => `${file}.mended`;

/**
 * Builds a new queue.db from the newest undamaged backup and the readable rows of the damaged file, and sets that file
 * aside. `isUncertain`: the damaged file may lack commits. ProblemErrors: `database-newer`, `another-instance`,
 * `not-saved-disk-full`; then nothing has changed.
 */
export function repairQueue(parts: RepairParts, reason: RepairReason, isUncertain: boolean): Repaired {
  const { file, clock } = parts;
  const workFile = `${file}.repair`;
  removeFiles(workFile);
  const base = openBase(parts, workFile);
  try {
    const { sqlite } = base.database;
    const standing = queueStatus(sqlite);
    const tables = tableShapes(sqlite);
    const salvaged = salvage(file, {
      workFolder: `${file}.salvage`,
      tables,
      like: base.backup?.file ?? null,
    });
    if (salvaged.version > queueMigrations.length) {
      throw new ProblemError(
        makeProblem('database-newer', { file, found: salvaged.version, known: queueMigrations.length }),
      );
    }
    const [lease] = salvaged.rows('lease');
    if (lease !== undefined && isHeldByLiveProcess(lease, parts)) {
      throw new ProblemError(makeProblem('another-instance', { pid: Number(lease['pid']) }));
    }
    continueArchive(sqlite, { file, salvaged, isFresh: base.backup === null, at: clock.now() });
    const isNewest = !isUncertain && reason !== 'behind' && !isOlder(salvaged, standing);
    const { certain, rows } = mergeQueue(sqlite, salvaged, {
      tables,
      newest: isNewest,
      isFresh: base.backup === null,
    });
    const doubted = recordRepair(parts, base, { reason, certain, rows });
    base.database.close();
    renameSync(workFile, completeOf(file));
    const aside = setAside(file, clock.now());
    renameSync(completeOf(file), file);
    return { reason, backupAt: base.backup?.at ?? null, rows, doubted, setAside: aside };
  } catch (cause) {
    if (base.database.sqlite.open) base.database.close();
    removeFiles(workFile);
    throw cause;
  }
}

/** Completes a repair that the app's end interrupted before the complete new file was in its place. */
export function finishRepair(file: string, at: Instant): void {
  if (!existsSync(completeOf(file))) return;
  setAside(file, at);
  renameSync(completeOf(file), file);
}

interface Base {
  readonly database: Database;
  readonly backup: BackupFile | null;
}

/** A copy of the newest backup that opens, else an empty file. */
function openBase({ file, backupFolder, target }: RepairParts, workFile: string): Base {
  const open = () =>
    openDatabase({
      file: workFile,
      migrations: queueMigrations,
      table: 'operation',
      durability: 'full',
      onCommitted: () => undefined,
    });
  for (const backup of listBackups(backupFolder)) {
    copyFileSync(backup.file, workFile);
    try {
      return { database: open(), backup };
    } catch (cause) {
      if (!(cause instanceof ProblemError) || cause.problem.code !== 'database-damaged')
        throw renamed(cause, file);
      removeFiles(workFile);
    }
  }
  const database = open();
  database.writeSynced((context) =>
    writeIdentity(context, {
      environment: target.environment,
      base_url: target.baseUrl,
      customer_id: target.customerId,
    }),
  );
  return { database, backup: null };
}

/**
 * The archive has the entries before those of the damaged file. A log that starts in a new file continues the archive's
 * chain, unless the damaged file names another one.
 */
function continueArchive(
  sqlite: Sqlite,
  {
    file,
    salvaged,
    isFresh,
    at,
  }: { readonly file: string; readonly salvaged: Salvaged; readonly isFresh: boolean; readonly at: Instant },
): void {
  if (isFresh) {
    const chain = chainOfArchive(file);
    const [first] = salvaged.rows('log_chain').filter((row) => row['after'] === 0);
    if (chain === null || (first !== undefined && first['chain'] !== chain)) return;
    sqlite.prepare<[string]>('UPDATE log_chain SET chain = ? WHERE ordinal = 1').run(chain);
  }
  attachArchive({ file, sqlite }, at);
}

/** Replaces the temporary path in an error by the file's own name. */
function renamed(cause: unknown, file: string): unknown {
  if (!(cause instanceof ProblemError)) return cause;
  const { code, params, raw } = cause.problem;
  return new ProblemError(makeProblem(code, { ...params, file }, raw));
}

/** Informs the log and the person, in the transaction that puts operations in doubt. */
function recordRepair(
  { clock, log }: RepairParts,
  { database, backup }: Base,
  {
    reason,
    certain,
    rows,
  }: { readonly reason: RepairReason; readonly certain: ReadonlySet<string>; readonly rows: number },
): number {
  return database.writeSynced((context) => {
    const at = clock.now();
    const doubted = doubtUnfinished(context, certain, at);
    blockOrphans(context, { log }, at);
    log.append(context, {
      job: null,
      type: 'data-restored',
      data: { reason, backup: backup?.at ?? null, rows, lookedUp: doubted },
    });
    addRelayNote(context, { matter: 'data-restored', count: doubted, at });
    return doubted;
  });
}

function removeFiles(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/* The age of a file of the queue, and its mark in the file system. */

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
