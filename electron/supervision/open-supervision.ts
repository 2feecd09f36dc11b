import { Worker } from 'node:worker_threads';
import type { Clock } from '../../shared/time.ts';
import type { Database } from '../db/open.ts';
import { openRebuildable, type Rebuilt, type ThreadDatabase, writtenByThread } from '../db/rebuildable.ts';
import { supervisionMigrations } from '../db/migrations/supervision.ts';
import { type SupervisionAnswer, supervisionAnswer, type SupervisionWrite } from './writes.ts';

/** supervision.db: main reads it, and its thread writes it. */
export type SupervisionDatabase = ThreadDatabase<SupervisionWrite, SupervisionAnswer>;

interface SupervisionFile {
  readonly file: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'supervision-thread.ts' : 'supervision-thread.js';

const startSupervisionThread = (file: string): Worker =>
  new Worker(new URL(fileOfThread, import.meta.url), { workerData: { file } });

/**
 * Opens the file, migrated: everything in it can be read from the logs again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openSupervisionFile(options: SupervisionFile): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  return openRebuildable({
    ...options,
    migrations: supervisionMigrations,
    // The newest table. Copies of a build without it are rebuilt.
    table: 'stocked_box',
    // Its reads are few before the window shows it; damage is noticed by them.
    integrityCheck: 'never',
    onCommitted: () => undefined,
  });
}

/** Opens supervision.db for reading, with the thread that alone writes it. Throws as `openSupervisionFile`. */
export function openSupervisionDatabase(
  options: SupervisionFile,
  start = startSupervisionThread,
): {
  readonly database: SupervisionDatabase;
  readonly rebuilt: Rebuilt;
} {
  const { database, rebuilt } = openSupervisionFile(options);
  const written = writtenByThread<SupervisionWrite, SupervisionAnswer>(database, {
    start: () => start(options.file),
    answer: supervisionAnswer,
    // Its readers publish what they have done with an answer.
    onCommitted: () => undefined,
  });
  return { database: written, rebuilt };
}
