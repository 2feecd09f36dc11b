import type { Clock } from '../../shared/time.ts';
import { directoryMigrations } from '../db/directory-migrations/index.ts';
import { openRebuildable, type Rebuilt } from '../db/open-rebuildable.ts';
import type { Database, OpenOptions, Sqlite } from '../db/open.ts';
import type { Connect } from '../base/network/network.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createDirectoryWorker, startDirectoryThread } from './directory-worker.ts';
import { createKeyPictures, type KeyPictures } from './key-pictures.ts';
import { createPictureFetcher } from './picture-fetch.ts';
import type { WritesDirectory } from './writes.ts';

/** Page cache in KiB: half of SQLite's default; searches are no slower with it. */
const CACHE_KIB = 8192;

/** directory.db: main reads it, and its thread writes it. */
export interface DirectoryDatabase extends WritesDirectory {
  readonly sqlite: Sqlite;
  /** Ends the thread after a large piece of work; the next write starts it again. */
  readonly rest: () => Promise<void>;
  /** Closes the thread's connection first. */
  readonly close: () => Promise<void>;
}

type DirectoryFile = Pick<OpenOptions, 'file' | 'onCommitted'> & { readonly clock: Pick<Clock, 'now'> };

/**
 * Opens the file, checked and migrated: everything in it can be read from the operator again. Throws ProblemError
 * `database-busy` or `not-saved-disk-full`.
 */
export function openDirectoryFile(options: DirectoryFile): {
  readonly database: Database;
  readonly rebuilt: Rebuilt;
} {
  const opened = openRebuildable({
    ...options,
    migrations: directoryMigrations,
    table: 'car',
    integrityCheck: 'unless-closed-in-order',
  });
  opened.database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
  return opened;
}

/** Opens directory.db for reading, with the thread that writes it. Throws as `openDirectoryFile`. */
export function openDirectoryDatabase(
  options: DirectoryFile,
  start: typeof startDirectoryThread = startDirectoryThread,
): {
  readonly database: DirectoryDatabase;
  readonly rebuilt: Rebuilt;
} {
  const { database, rebuilt } = openDirectoryFile(options);
  database.sqlite.pragma('query_only = ON');
  const worker = createDirectoryWorker(() => start(options.file), options.onCommitted);
  const { sqlite } = database;
  let closed = false;
  /**
   * A write after the closing must not start the thread: it would recreate a file that was deleted with its profile.
   */
  const ask: WritesDirectory['ask'] = (request) =>
    closed ? Promise.reject(new Error('directory.db is closed')) : worker.ask(request);
  const close = async () => {
    closed = true;
    // Without a running thread the file is closed before this function returns.
    if (worker.runs()) await worker.rest();
    database.close();
  };
  return { database: { sqlite, ask, rest: worker.rest, close }, rebuilt };
}

/** The local copies of a profile. Nothing is fetched before it is asked for. */
export function openCopies({
  database,
  baseUrl,
  clock,
  connect,
}: {
  readonly database: DirectoryDatabase;
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
