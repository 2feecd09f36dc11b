import { readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Clock } from '../../shared/clock.ts';
import { ProblemError } from '../../shared/problem.ts';
import { type Database, openDatabase, type OpenOptions } from './open.ts';

/** Why the old file was not used, and where it went; null when it was. */
export type Rebuilt = { readonly reason: 'damaged' | 'newer'; readonly setAside: string } | null;

/**
 * Opens a database of copies. A damaged file, or one of a newer app, is set aside (with its -wal and -shm) and a new one is
 * made: everything in it can be read again. The caller says so and begins to read. Only the newest file set aside is kept.
 * Throws ProblemError `database-busy` or `not-saved-disk-full`.
 */
export function openRebuildable({
  clock,
  ...options
}: Omit<OpenOptions, 'durability'> & { readonly clock: Pick<Clock, 'now'> }): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  const open = () => openDatabase({ ...options, durability: 'normal' });
  try {
    return { database: open(), rebuilt: null };
  } catch (cause) {
    const reason = rebuildReason(cause);
    if (reason === null) throw cause;
    const setAside = setFileAside(options.file, reason, clock.now());
    return { database: open(), rebuilt: { reason, setAside } };
  }
}

function rebuildReason(cause: unknown): 'damaged' | 'newer' | null {
  if (!(cause instanceof ProblemError)) return null;
  if (cause.problem.code === 'database-damaged') return 'damaged';
  return cause.problem.code === 'database-newer' ? 'newer' : null;
}

function setFileAside(file: string, reason: 'damaged' | 'newer', at: number): string {
  const marks = ['.damaged-', '.newer-'];
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    if (marks.some((mark) => name.startsWith(`${basename(file)}${mark}`))) rmSync(join(folder, name));
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
