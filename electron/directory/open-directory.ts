import type { Clock } from '../../shared/time.ts';
import { directoryMigrations } from '../db/directory-migrations/index.ts';
import { openRebuildable, type Rebuilt } from '../db/open-rebuildable.ts';
import { leaveCheckpoints } from '../db/file-worker.ts';
import type { Database, OpenOptions } from '../db/open.ts';
import type { Connect } from '../base/network/network.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createKeyPictures, type KeyPictures } from './key-pictures.ts';
import { createPictureFetcher } from './picture-fetch.ts';

/** Page cache in KiB: half of SQLite's default; searches are no slower with it. */
const CACHE_KIB = 8192;

/**
 * Upper bound of pages in the -wal file; beyond it a commit runs the checkpoint itself and waits for the disk. A sync
 * normally runs it earlier, on a worker thread.
 */
const CARRIED_OVER_AT_ONCE = 8000;

/**
 * Opens directory.db: everything in it can be read from the operator again. Throws ProblemError `database-busy` or
 * `not-saved-disk-full`.
 */
export function openDirectoryDatabase(
  options: Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> },
): { readonly database: Database; readonly rebuilt: Rebuilt } {
  const opened = openRebuildable({
    ...options,
    migrations: directoryMigrations,
    table: 'car',
    integrityCheck: 'unless-closed-in-order',
  });
  opened.database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  leaveCheckpoints(opened.database, CARRIED_OVER_AT_ONCE);
  return opened;
}

/** The local copies of a profile. Nothing is fetched before it is asked for. */
export function openCopies({
  database,
  baseUrl,
  clock,
  connect,
}: {
  readonly database: Database;
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly connect: Connect;
}): {
  readonly directory: Directory;
  readonly pictures: KeyPictures;
  readonly pictureFetcher: ReturnType<typeof createPictureFetcher>;
} {
  const pictureFetcher = createPictureFetcher({ baseUrl, connect });
  const { fetchPicture } = pictureFetcher;
  const pictures = createKeyPictures({ database, clock, fetchPicture });
  return { directory: createDirectory({ database, clock }), pictures, pictureFetcher };
}
