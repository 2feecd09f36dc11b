import { start } from './0001-start.ts';

/** All migrations of queue.db in order. */
export const queueMigrations = [start] as const;
