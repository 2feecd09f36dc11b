import { existsSync, mkdirSync, renameSync, rmSync, truncateSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { type Instant, DAY } from '../../../shared/time.ts';
import type { FileWorker } from '../file-worker.ts';
import type { Database, Sqlite } from '../open.ts';

/**
 * The outcome. `damaged`: the copy, and so the live file, is damaged. `not`: outdated when it was finished, or aborted.
 */
type BackupOutcome =
  | { readonly made: 'yes'; readonly file: string }
  | { readonly made: 'not' }
  | { readonly made: 'damaged'; readonly damage: string };

const OWNER_ONLY = 0o700;
/** Pages per step: a few milliseconds of copying between two turns of the event loop. */
const PAGES_AT_A_TIME = 64;

/** A request for a checked copy. `attached`: the schema name of the database on its connection. */
interface CopyOrder {
  readonly attached: string;
  readonly thorough: boolean;
  readonly findDamage: FileWorker['findDamage'];
  readonly signal: AbortSignal;
}

/** Copies an open database to a new file, a few pages at a time, and checks the copy. */
export async function copySound(
  sqlite: Sqlite,
  file: string,
  { attached, thorough, findDamage, signal }: CopyOrder,
): Promise<BackupOutcome> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  try {
    // The driver's types lack `attached`.
    const options = {
      attached,
      progress: () => {
        signal.throwIfAborted();
        return PAGES_AT_A_TIME;
      },
    };
    await sqlite.backup(file, options);
    const damage = await findDamage(file, thorough);
    signal.throwIfAborted();
    return damage === null ? { made: 'yes', file } : { made: 'damaged', damage };
  } catch (cause) {
    if (!signal.aborted) throw cause;
    // The process waits for its threads at exit: truncating the file ends a running check at once.
    if (existsSync(file)) truncateSync(file);
    return { made: 'not' };
  }
}

/**
 * Copies a live database with SQLite's backup API (faults.md fact 8), a few pages at a time, and checks the copy table
 * by table. Only an undamaged copy counts, and only then older ones are deleted. `thorough` also compares the indexes;
 * `signal` aborts.
 */
export async function makeBackup(
  database: Database,
  {
    folder,
    at,
    thorough,
    mayStay,
    findDamage,
    signal,
  }: {
    readonly folder: string;
    readonly at: Instant;
    readonly thorough: boolean;
    readonly mayStay: (copy: Sqlite) => boolean;
    readonly findDamage: FileWorker['findDamage'];
    readonly signal: AbortSignal;
  },
): Promise<BackupOutcome> {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  const partial = join(folder, 'queue.partial');
  const copied = await copySound(database.sqlite, partial, {
    attached: 'main',
    thorough,
    findDamage,
    signal,
  });
  if (copied.made !== 'yes') return copied;
  const copy = new BetterSqlite3(partial, { readonly: true });
  try {
    if (!mayStay(copy)) return { made: 'not' };
  } finally {
    copy.close();
  }
  const file = backupFileAt(folder, at);
  renameSync(partial, file);
  dropOldBackups(folder);
  return { made: 'yes', file };
}

/** One finished, checked copy. */
export interface BackupFile {
  readonly file: string;
  /** When the backup was started, by the laptop's clock. */
  readonly at: Instant;
}

const NAME = /^queue-(\d{13,15})\.db$/;
/** Number of newest backups kept. Beyond them, the newest of each recent day is kept. */
const NEWEST_KEPT = 3;
const DAYS_KEPT = 7;

/** The path of a backup that is started at this time. */
export function backupFileAt(folder: string, at: Instant): string {
  return join(folder, `queue-${String(at).padStart(13, '0')}.db`);
}

/** Finished backups, newest first. */
export function listBackups(folder: string): readonly BackupFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, at] = NAME.exec(name) ?? [];
      return at === undefined ? [] : [{ file: join(folder, name), at: Number(at) }];
    })
    .sort((one, other) => other.at - one.at);
}

/** Deletes backups beyond the retention rule; called only after a newer one was checked. */
function dropOldBackups(folder: string): void {
  const backups = listBackups(folder);
  const newest = backups[0]?.at ?? 0;
  const days = new Set<number>();
  for (const [place, { file, at }] of backups.entries()) {
    const day = Math.floor(at / DAY);
    const isOfDay = !days.has(day) && newest - at <= DAYS_KEPT * DAY;
    days.add(day);
    if (place >= NEWEST_KEPT && !isOfDay) rmSync(file, { force: true });
  }
}
