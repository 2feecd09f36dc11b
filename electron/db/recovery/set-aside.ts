import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Instant } from '../../../shared/time.ts';

const OWNER_ONLY = 0o700;

/** Everything that belongs to a database file, in the order in which it is moved: the file itself last. */
export const DATABASE_SUFFIXES = ['-wal', '-shm', ''] as const;

/** Where damaged files of the databases beside `file` are kept until a person deletes them, or a removal does. */
export function damagedFolderOf(file: string): string {
  return join(dirname(file), 'damaged');
}

/** Moves a database with its side files, or whatever lies in its place, into a folder of its own; answers that folder. */
export function setAside(file: string, at: Instant): string {
  const folder = freeFolder(join(damagedFolderOf(file), String(at)));
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY });
  for (const suffix of DATABASE_SUFFIXES) {
    const source = file + suffix;
    if (existsSync(source)) renameSync(source, join(folder, basename(source)));
  }
  return folder;
}

function freeFolder(wanted: string, turn = 1): string {
  const folder = turn === 1 ? wanted : `${wanted}-${turn}`;
  return existsSync(folder) ? freeFolder(wanted, turn + 1) : folder;
}
