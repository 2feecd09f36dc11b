import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolder } from '../../attachment-files.ts';
import { Refusal } from '../../command-line.ts';
import { DATABASE_FILE } from './open-database.ts';

/**
 * More than the pages of any database: the copy is made in one step, from one snapshot, so that no writer can
 * restart it.
 */
const ALL_PAGES = 0x7fff_ffff;

/**
 * Copies the store of a data folder to a new file while a relay runs on it. The copy contains everything that was
 * answered 204 before the call. The file gets its name only when it is complete, checked and synced.
 *
 * @throws Refusal with a plain sentence when it cannot be made.
 */
export async function backUpSqlite(dataDir: string, file: string): Promise<void> {
  if (existsSync(file)) throw new Refusal(`${file} exists already: give the backup another name.`);
  const source = join(dataDir, DATABASE_FILE);
  if (!existsSync(source))
    throw new Refusal(`There is no ${DATABASE_FILE} in ${dataDir}: nothing to back up.`);
  const part = `${file}.part`;
  try {
    rmSync(part, { force: true });
    const db = new Database(source, { readonly: true, fileMustExist: true });
    try {
      await db.backup(part, { progress: () => ALL_PAGES });
    } finally {
      db.close();
    }
    check(part);
    await sync(part);
    renameSync(part, file);
    await syncFolder(dirname(file));
  } catch (reason) {
    rmSync(part, { force: true });
    if (reason instanceof Refusal) throw reason;
    const why = reason instanceof Error ? reason.message : 'unknown reason';
    throw new Refusal(`The backup ${file} cannot be made: ${why}.`);
  }
}

/** Checks the copy now, because an unreadable backup is worse than none. */
function check(file: string): void {
  const copy = new Database(file, { fileMustExist: true });
  try {
    // One file without `-wal` and `-shm`, so that it can be moved.
    copy.pragma('journal_mode = DELETE');
    const damage = copy.pragma('integrity_check(1)', { simple: true });
    if (damage !== 'ok')
      throw new Refusal(`The backup is damaged (${String(damage)}), and so may the store be.`);
  } finally {
    copy.close();
  }
}

async function sync(path: string): Promise<void> {
  // Windows syncs only a file that may be written.
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
