import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { Clock } from '../../shared/time.ts';
import { directoryMigrations } from '../db/migrations/directory.ts';
import { openRebuildable, type Rebuilt, type ThreadDatabase, writtenByThread } from '../db/rebuildable.ts';
import type { Database, OpenOptions } from '../db/open.ts';
import type { Connect } from '../base/network/network.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createKeyPictures, type KeyPictures, createPictureFetcher } from './key-pictures.ts';
import type { DirectoryWrite } from './writes.ts';

/** Page cache in KiB: half of SQLite's default; searches are no slower with it. */
const CACHE_KIB = 8192;

/** directory.db: main reads it, and its thread writes it. */
export type DirectoryDatabase = ThreadDatabase<DirectoryWrite, number>;

/** The thread's file has the same extension as this one: `.ts` in development, `.js` in the build. */
const fileOfThread = import.meta.url.endsWith('.ts') ? 'directory-thread.ts' : 'directory-thread.js';

const startDirectoryThread = (file: string): Worker =>
  new Worker(new URL(fileOfThread, import.meta.url), { workerData: { file } });

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
  start = startDirectoryThread,
): {
  readonly database: DirectoryDatabase;
  readonly rebuilt: Rebuilt;
} {
  const { database, rebuilt } = openDirectoryFile(options);
  const written = writtenByThread<DirectoryWrite, number>(database, {
    start: () => start(options.file),
    answer: z.number(),
    onCommitted: options.onCommitted,
  });
  return { database: written, rebuilt };
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
