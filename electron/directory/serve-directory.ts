import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import type { Topic } from '../../shared/ipc/pushed.ts';
import { directoryMigrations } from '../db/directory-migrations/index.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { serveThread } from '../db/thread.ts';
import { createDirectoryWrites, directoryWrite } from './writes.ts';

const ofThread = z.object({ file: z.string() });

/** Page cache of the writing connection in KiB: the index is written at random positions. */
const CACHE_KIB = 16_384;

/**
 * Pages in the -wal file after which a commit runs a checkpoint: 64 MB. A first sync writes the same pages of the index
 * again and again, and each checkpoint writes all of them to their places.
 */
const CHECKPOINT_AT_PAGES = 16_000;

/** Serves the writes of one directory.db. The file is opened by the first request, and was checked before. */
export function serveDirectory(port: MessagePort, data: unknown): void {
  const { file } = ofThread.parse(data);
  let topics: readonly Topic[] = [];
  let open: { readonly database: Database; readonly write: ReturnType<typeof createDirectoryWrites> } | null =
    null;
  const begin = () => {
    const database = openDatabase({
      file,
      migrations: directoryMigrations,
      durability: 'normal',
      integrityCheck: 'never',
      onCommitted: (changed) => {
        topics = [...topics, ...changed];
      },
    });
    database.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
    database.sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_AT_PAGES}`);
    return { database, write: createDirectoryWrites(database) };
  };
  serveThread(port, {
    request: directoryWrite,
    work: (request) => {
      topics = [];
      open ??= begin();
      const value = open.write(request);
      return { value, topics };
    },
    close: () => {
      open?.database.close();
      open = null;
    },
  });
}
