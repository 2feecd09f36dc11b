import type { Clock } from '../../shared/clock.ts';
import { openRebuildable, type Rebuilt } from '../db/open-rebuildable.ts';
import type { Database, OpenOptions } from '../db/open.ts';
import { supervisionMigrations } from '../db/supervision-migrations/index.ts';

/**
 * Pages of the -wal file after which a commit takes them over itself, and waits for the disk: usually `carry-over.ts` has done that long
 * before, beside the main process.
 */
const CARRIED_OVER_AT_ONCE = 8000;

/**
 * Opens supervision.db: everything in it can be read from the logs again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openSupervisionDatabase(
  options: Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> },
): { readonly database: Database; readonly rebuilt: Rebuilt } {
  const opened = openRebuildable({
    ...options,
    migrations: supervisionMigrations,
    table: 'entry',
    lookedThrough: 'never',
  });
  const { sqlite } = opened.database;
  sqlite.pragma(`wal_autocheckpoint = ${CARRIED_OVER_AT_ONCE}`);
  // The file's length tells what has not been taken over.
  sqlite.pragma('journal_size_limit = 0');
  return opened;
}
