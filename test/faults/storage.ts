import BetterSqlite3 from 'better-sqlite3';
import type { Database, WriteContext } from '../../electron/db/open.ts';
import type { Chance } from './chance.ts';
import type { Incarnation } from './incarnation.ts';
import type { Storm } from './storm.ts';

export interface StorageParts {
  readonly chance: Chance;
  readonly storm: Storm;
  /** Called after each commit. */
  readonly committed: (database: Database) => void;
}

/**
 * A database whose every commit may be the last act of the app (before it and after it), may meet a full disk, or a lock
 * that another program holds. Committed is what a reopened file shows: the file itself is real.
 */
export function stormyDatabase(
  inner: Database,
  app: Incarnation,
  { chance, storm, committed }: StorageParts,
): Database {
  const write = <Value>(work: (context: WriteContext) => Value): Value => {
    if (inner.sqlite.inTransaction) return inner.write(work);
    app.stepOrThrow('before a transaction');
    if (chance.strikes('database-busy', 'commit', storm.databaseBusy) !== null) {
      // Through the real door, so that it gets the name the app gives it.
      return inner.write(() => refuse('SQLITE_BUSY', 'database is locked'));
    }
    const value = inner.write((context) => {
      const worked = work(context);
      app.stepOrThrow('before a commit');
      if (chance.strikes('disk-full', 'commit', storm.diskFull) !== null) {
        refuse('SQLITE_FULL', 'database or disk is full');
      }
      return worked;
    });
    committed(inner);
    app.stepOrThrow('after a commit');
    return value;
  };
  // No power fails here: each commit is on the disk at once.
  const synced = () => Promise.resolve();
  return { ...inner, write, writeUnsynced: write, writeSynced: write, synced };
}

function refuse(code: string, message: string): never {
  throw new BetterSqlite3.SqliteError(message, code);
}
