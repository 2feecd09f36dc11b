import type { Database, Sqlite } from '../../../electron/db/open.ts';
import { createSupervisionWrites, type WritesSupervision } from '../../../electron/supervision/writes.ts';

/**
 * An open supervision.db whose writes are carried out when they are requested, on the thread of the test, by the code of
 * the app's thread.
 */
export const writtenHere = (database: Database): WritesSupervision & { readonly sqlite: Sqlite } => ({
  sqlite: database.sqlite,
  ask: createSupervisionWrites(database),
});
