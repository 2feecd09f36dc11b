import type { Clock } from '../../shared/clock.ts';
import { openRebuildable, type Rebuilt } from '../db/open-rebuildable.ts';
import type { Database, OpenOptions } from '../db/open.ts';
import { supervisionMigrations } from '../db/supervision-migrations/index.ts';

/**
 * Pages of the write-ahead log after which a commit carries them over into the file, and waits for the disk: a quarter of what
 * is usual, so that the main process waits a quarter as long.
 */
const CARRIED_OVER_AT_ONCE = 250;

/**
 * Opens supervision.db: everything in it can be read from the logs again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openSupervisionDatabase(
  options: Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> },
): { readonly database: Database; readonly rebuilt: Rebuilt } {
  const opened = openRebuildable({ ...options, migrations: supervisionMigrations, lookedThrough: false });
  opened.database.sqlite.pragma(`wal_autocheckpoint = ${CARRIED_OVER_AT_ONCE}`);
  return opened;
}
