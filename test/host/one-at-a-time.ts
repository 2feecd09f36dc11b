import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite3 from 'better-sqlite3';

/** How often it is looked whether it is one's turn. */
const LOOK_MS = 50;

/**
 * Does a work while no other process does one under the same file. SQLite holds the lock: the system takes it from a process that
 * dies, so no process waits for one that was killed.
 */
export async function oneAtATime<Value>(file: string, work: () => Promise<Value>): Promise<Value> {
  mkdirSync(dirname(file), { recursive: true });
  const lock = new BetterSqlite3(file, { timeout: 0 });
  try {
    while (!isTaken(lock)) await pause(LOOK_MS);
    return await work();
  } finally {
    lock.close();
  }
}

function isTaken(lock: BetterSqlite3.Database): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (cause) {
    if (cause instanceof BetterSqlite3.SqliteError && cause.code.startsWith('SQLITE_BUSY')) return false;
    throw cause;
  }
}
