import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { makeProblem, ProblemError } from '../../shared/problem.ts';
import { asProblem } from './file-problem.ts';

/** One process's exclusive right to check, migrate and write the databases of a folder. */
export interface FolderLock {
  readonly release: () => void;
}

/** Always empty: only the operating system's lock on it matters. Nothing else may open it (faults.md fact 8). */
const LOCK_FILE = 'folder.lock';

/**
 * Locks a folder for this process before any file in it is read. The lock is an exclusive transaction that is never
 * committed. SQLite locks files the same way on every system, and the lock ends with its process, however that ends.
 * Throws ProblemError `folder-in-use` while another process, or another opening in this one, has the folder;
 * `folder-read-only` and `not-saved-disk-full` where the file cannot be created.
 */
export function lockFolder(folder: string): FolderLock {
  const file = join(folder, LOCK_FILE);
  try {
    return asProblem(file, () => hold(file));
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    switch (cause.problem.code) {
      case 'database-busy':
        throw new ProblemError(makeProblem('folder-in-use', { folder }));
      case 'database-damaged':
        // Another program wrote into the lock file. Taking the lock requires an empty file, so no holder exists whose
        // file would be truncated.
        truncateSync(file);
        return asProblem(file, () => hold(file));
      default:
        throw cause;
    }
  }
}

/**
 * Milliseconds for which a refused lock is retried. SQLite takes weaker locks on its way to the exclusive one, so two
 * processes that start at the same moment can block each other. Without a retry both are refused although the folder is
 * free.
 */
const RETRY_FOR = 400;

function hold(file: string): FolderLock {
  const sqlite = new BetterSqlite3(file, { timeout: RETRY_FOR });
  try {
    sqlite.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    sqlite.close();
    throw cause;
  }
  return { release: () => sqlite.close() };
}
