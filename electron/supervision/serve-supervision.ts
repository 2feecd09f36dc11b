import type { MessagePort } from 'node:worker_threads';
import { supervisionMigrations } from '../db/migrations/supervision.ts';
import { serveDatabase } from '../db/rebuildable.ts';
import { createSupervisionWrites, supervisionWrite } from './writes.ts';

/** Serves the writes of one supervision.db. */
export function serveSupervision(port: MessagePort, data: unknown): void {
  serveDatabase(port, data, {
    migrations: supervisionMigrations,
    request: supervisionWrite,
    writes: createSupervisionWrites,
  });
}
