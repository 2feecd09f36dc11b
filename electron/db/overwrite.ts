import { rmSync } from 'node:fs';
import type { Database } from './open.ts';

/*
 * What is deleted is overwritten within the file at once (`secure_delete`), but earlier states of its pages stay in the -wal file until
 * that is written into the file and cut off, and what was deleted before that setting stays until the file is written anew.
 */

/** Writes the -wal file into the database and cuts it off. Nothing may be reading. */
export function overwriteFreed({ sqlite }: Database): void {
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
}

/** Writes the whole file anew without what is not there any more; some seconds for a large one, in which nothing else happens. */
export function overwriteAll(database: Database): void {
  database.sqlite.exec('VACUUM');
  overwriteFreed(database);
}

/** Removes a database of copies that nobody has open. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
