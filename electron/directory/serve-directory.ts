import type { MessagePort } from 'node:worker_threads';
import { directoryMigrations } from '../db/migrations/directory.ts';
import { serveDatabase } from '../db/rebuildable.ts';
import { createDirectoryWrites, directoryWrite } from './writes.ts';

/** Page cache of the writing connection in KiB: the index is written at random positions. */
const CACHE_KIB = 16_384;

/**
 * Pages in the -wal file after which a commit runs a checkpoint: 64 MB. A first sync writes the same pages of the index
 * again and again, and each checkpoint writes all of them to their places.
 */
const CHECKPOINT_AT_PAGES = 16_000;

/** Serves the writes of one directory.db. */
export function serveDirectory(port: MessagePort, data: unknown): void {
  serveDatabase(port, data, {
    migrations: directoryMigrations,
    request: directoryWrite,
    writes: (database) => {
      database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
      database.sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_AT_PAGES}`);
      return createDirectoryWrites(database);
    },
  });
}
