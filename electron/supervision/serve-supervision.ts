import type { MessagePort } from 'node:worker_threads';
import { z } from 'zod';
import { asProblem } from '../db/file-problem.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { supervisionMigrations } from '../db/supervision-migrations/index.ts';
import { serveThread } from '../db/thread.ts';
import { createSupervisionWrites, supervisionWrite, type WritesSupervision } from './writes.ts';

const ofThread = z.object({ file: z.string() });

/** Serves the writes of one supervision.db. The file is opened by the first request. */
export function serveSupervision(port: MessagePort, data: unknown): void {
  const { file } = ofThread.parse(data);
  let open: { readonly database: Database; readonly write: WritesSupervision['ask'] } | null = null;
  const begin = () => {
    const database = openDatabase({
      file,
      migrations: supervisionMigrations,
      durability: 'normal',
      integrityCheck: 'never',
      onCommitted: () => undefined,
    });
    return { database, write: createSupervisionWrites(database) };
  };
  serveThread(port, {
    request: supervisionWrite,
    work: async (request) => {
      try {
        open ??= begin();
        return await open.write(request);
      } catch (cause) {
        // A read of the thread may be the first to meet damage, and its caller sets the file aside for that code.
        return asProblem(file, () => {
          throw cause;
        });
      }
    },
    close: () => {
      // The last connection runs a checkpoint when it closes, and that is main's.
      open?.database.sqlite.pragma('wal_checkpoint(PASSIVE)');
      open?.database.close();
      open = null;
    },
  });
}
