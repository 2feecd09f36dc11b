import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { SECOND } from '../../../shared/time.ts';
import { Refusal } from '../../command-line.ts';
import { migrations } from './migrations/registry.ts';
import type { Migration } from '../store.ts';

/** The name of the database file in the data folder. */
export const DATABASE_FILE = 'relay.db';

/**
 * How long a write waits for another process (the token commands hold the lock for milliseconds) before it is
 * answered 503.
 */
const BUSY_TIMEOUT = 1 * SECOND;

/** SQLite up to 3.51.2 may corrupt a database when its WAL is reset (faults.md fact 6). */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** PRAGMA synchronous as a number: 2 is FULL. */
const FULL = 2;

/** Whether the dotted version is at least the oldest trusted one. */
export function isTrustedSqlite(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, needed] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part !== needed) return part > needed;
  }
  return true;
}

/**
 * Opens or creates the store's database in WAL mode with `synchronous=FULL`, then checks and migrates it. The
 * setting is read back, because a weaker one loses results that were answered 204 when the power fails (faults.md
 * facts 1 and 5).
 *
 * @throws Refusal with a plain sentence when it cannot be used.
 */
export function openDatabase(dataDir: string): Database.Database {
  const db = openFile(dataDir);
  try {
    prepare(db);
    return db;
  } catch (reason) {
    db.close();
    if (reason instanceof Database.SqliteError) {
      throw new Refusal(`${DATABASE_FILE} in ${dataDir} cannot be used: ${reason.message} (${reason.code}).`);
    }
    throw reason;
  }
}

/**
 * Opens the connection of the writing thread to a database that `openDatabase` has open.
 *
 * @throws when it would not write durably.
 */
export function openWriting(dataDir: string): Database.Database {
  const db = new Database(join(dataDir, DATABASE_FILE), { timeout: BUSY_TIMEOUT, fileMustExist: true });
  try {
    writeDurably(db);
    return db;
  } catch (reason) {
    db.close();
    throw reason;
  }
}

function openFile(dataDir: string): Database.Database {
  try {
    // Only the relay's own account may read it: results contain the access times of cars.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    return new Database(join(dataDir, DATABASE_FILE), { timeout: BUSY_TIMEOUT });
  } catch (reason) {
    const why = reason instanceof Error ? reason.message : 'unknown reason';
    throw new Refusal(`The data folder ${dataDir} cannot be used: ${why}.`);
  }
}

function prepare(db: Database.Database): void {
  const version = z.string().parse(db.prepare('SELECT sqlite_version()').pluck().get());
  if (!isTrustedSqlite(version)) {
    throw new Refusal(`SQLite ${version} is too old: ${OLDEST_SQLITE.join('.')} or newer is needed.`);
  }
  writeDurably(db);
  const damage = db.pragma('quick_check(1)', { simple: true });
  if (damage !== 'ok') {
    throw new Refusal(`${DATABASE_FILE} is damaged (${String(damage)}): restore it from a backup.`);
  }
  migrate(db, migrations, DATABASE_FILE);
}

function writeDurably(db: Database.Database): void {
  const journal = db.pragma('journal_mode = WAL', { simple: true });
  db.pragma('synchronous = FULL');
  if (journal !== 'wal' || db.pragma('synchronous', { simple: true }) !== FULL) {
    throw new Refusal(`${DATABASE_FILE} cannot be written durably here (WAL with full sync is needed).`);
  }
  db.pragma('checkpoint_fullfsync = ON');
  // Data that is removed on request is overwritten within the file.
  db.pragma('secure_delete = ON');
}

/**
 * Brings the database to the newest version this code knows. The version is read inside the immediate transaction, so
 * the relay and a token command that start together do not both migrate.
 *
 * @throws Refusal when the database was written by a newer version.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[], fileName: string): void {
  const newest = migrations.length;
  const versionNow = (): number => z.number().parse(db.pragma('user_version', { simple: true }));
  // Nothing to migrate, so no write lock is taken: a relay under attack holds it longer than a token command may
  // wait.
  if (versionNow() === newest) return;
  const run = db.transaction(() => {
    const version = versionNow();
    if (version > newest) {
      throw new Refusal(
        `${fileName} was written by a newer relay (schema ${version}; this one knows ${newest}): start that newer version.`,
      );
    }
    for (const migration of migrations) {
      if (migration.version <= version) continue;
      db.exec(migration.sql);
      db.pragma(`user_version = ${migration.version}`);
    }
  });
  run.immediate();
}
