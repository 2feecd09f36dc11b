import { statSync } from 'node:fs';
import type { FileWorker } from './file-worker.ts';
import type { Database } from './open.ts';

/** So long may the -wal file become before it is taken over into the file. */
const LONGEST_WAL = 4 * 2 ** 20;

/**
 * Between two pieces of reading: takes a long -wal file over into the copies, beside the main process, as that waits for the disk. The
 * next piece begins when it is done, so that nothing is written meanwhile and all of it is taken over.
 */
export function createCarryOver(
  worker: Pick<FileWorker, 'carryOver'>,
  report: (cause: unknown) => void,
): (database: Pick<Database, 'file' | 'sqlite'>) => Promise<void> {
  return async (database) => {
    const size = statSync(`${database.file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (size < LONGEST_WAL) return;
    try {
      await worker.carryOver(database);
    } catch (cause) {
      report(cause);
      // Here it makes the caller wait, but the -wal file does not grow without end.
      database.sqlite.pragma('wal_checkpoint(PASSIVE)');
    }
  };
}
