import BetterSqlite3 from 'better-sqlite3';
import type { Sqlite } from '../../db/open.ts';
import { readCopy } from '../profile-files.ts';

/** Which databases this process has open: a second connection to those harms nothing, one to others would. */
export interface Reading {
  readonly dataDir: string;
  /** The folder of the open profile. */
  readonly openFolder: string | null;
}

/** Reads a database of a profile's folder, also while another process has it open; `unreadable` is the reason of SQLite or the disk. */
export async function readDatabase<Value>(
  { dataDir, openFolder }: Reading,
  { folder, file }: { readonly folder: string; readonly file: string },
  read: (sqlite: Sqlite) => Promise<Value> | Value,
): Promise<Value | { readonly unreadable: string }> {
  try {
    if (folder !== openFolder) return await readCopy(dataDir, file, read);
    const sqlite = new BetterSqlite3(file, { readonly: true });
    try {
      return await read(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    return { unreadable: code };
  }
}
