import type { Clock } from '../../shared/clock.ts';
import { openRebuildable, type Rebuilt } from '../db/open-rebuildable.ts';
import type { Database, OpenOptions } from '../db/open.ts';
import { supervisionMigrations } from '../db/supervision-migrations/index.ts';

/**
 * Opens supervision.db: everything in it can be read from the logs again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openSupervisionDatabase(
  options: Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> },
): { readonly database: Database; readonly rebuilt: Rebuilt } {
  return openRebuildable({ ...options, migrations: supervisionMigrations, lookedThrough: false });
}
