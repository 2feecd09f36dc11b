import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Instant } from '../../../shared/time.ts';

const OWNER_ONLY = 0o700;

/** The files of a database in the order in which they are moved: the main file last. */
export const DATABASE_SUFFIXES = ['-wal', '-shm', ''] as const;

/**
 * The folder for damaged files of the databases beside `file`. They stay until a person deletes them, or a removal of
 * personal data does.
 */
export function damagedFolderOf(file: string): string {
  return join(dirname(file), 'damaged');
}

/**
 * Moves a database with its side files, or any obstacle in its place, into a folder of its own; returns that folder.
 */
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
