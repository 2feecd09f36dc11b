import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import type { Clock, Instant } from '../../shared/time.ts';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { type Database, openDatabase, type OpenOptions } from './open.ts';
import { isFileOrNothing } from './recovery/wal-state.ts';

/** Why the old file was not used, and where it was moved; null when it was used. */
export type Rebuilt = { readonly reason: 'damaged' | 'newer'; readonly setAside: string } | null;

/**
 * Opens a cache database. A damaged file, one of a newer app, another program's file or any other obstacle is set aside
 * (with its -wal and -shm) and a new file is created: all data can be read again. The caller reports this and starts to
 * read. Only the newest file set aside is kept. Throws ProblemError `database-busy`, `not-saved-disk-full` or
 * `folder-read-only`.
 */
export function openRebuildable({
  clock,
  ...options
}: Omit<OpenOptions, 'durability'> & { readonly clock: Pick<Clock, 'now'>; readonly table: string }): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  const { file } = options;
  const open = (): Database => {
    if (!['', '-wal', '-shm'].every((suffix) => isFileOrNothing(file + suffix)))
      throw new ProblemError(makeProblem('database-damaged', { file }));
    return openDatabase({ ...options, durability: 'normal' });
  };
  try {
    return { database: open(), rebuilt: null };
  } catch (cause) {
    const reason = rebuildReason(cause);
    if (reason === null) throw cause;
    const setAside = setFileAside(file, reason, clock.now());
    return { database: open(), rebuilt: { reason, setAside } };
  }
}

function rebuildReason(cause: unknown): 'damaged' | 'newer' | null {
  if (isDamage(cause)) return 'damaged';
  return cause instanceof ProblemError && cause.problem.code === 'database-newer' ? 'newer' : null;
}

/** Whether a failure means that the file itself is damaged. */
export function isDamage(cause: unknown): boolean {
  if (cause instanceof ProblemError) return cause.problem.code === 'database-damaged';
  if (!(cause instanceof BetterSqlite3.SqliteError)) return false;
  return cause.code.startsWith('SQLITE_CORRUPT') || cause.code === 'SQLITE_NOTADB';
}

/**
 * Moves a cache database aside and returns its new path. No connection may have it open. Replaces the file set aside
 * before. Throws the file system's error.
 */
export function setFileAside(file: string, reason: 'damaged' | 'newer', at: Instant): string {
  const marks = ['.damaged-', '.newer-'];
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (marks.some((mark) => name.startsWith(`${basename(file)}${mark}`))) {
      rmSync(join(folder, name), { recursive: true });
    }
  }
  const target = `${file}.${reason}-${at}`;
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      renameSync(file + suffix, target + suffix);
    } catch (cause) {
      // The side files exist only after an unclean end.
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'ENOENT')) throw cause;
    }
  }
  return target;
}
