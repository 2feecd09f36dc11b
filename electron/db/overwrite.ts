import { rmSync } from 'node:fs';
import type { Database } from './open.ts';

/*
 * Deleted data is overwritten within the file at once (`secure_delete`), but earlier states of its pages stay in the -wal file until
 * a truncating checkpoint, and data deleted before that setting stays until the file is rewritten.
 */

/** Writes the -wal file into the database and cuts it off. Nothing may be reading. */
export function overwriteFreed({ sqlite }: Database): void {
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
}

/** Rewrites the whole file without deleted data; some seconds for a large one, in which nothing else happens. */
export function overwriteAll(database: Database): void {
  database.sqlite.exec('VACUUM');
  overwriteFreed(database);
}

/** The same of a database that is attached to the connection. */
export function overwriteAttached({ sqlite }: Pick<Database, 'sqlite'>, name: string): void {
  sqlite.exec(`VACUUM ${name}`);
  sqlite.pragma(`${name}.wal_checkpoint(TRUNCATE)`);
}

/** Removes a database of copies that is not open. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
