import { start } from './0001-start.ts';
import { expectedResults } from './0002-expected-results.ts';

/** All migrations of queue.db in order. */
export const queueMigrations = [start, expectedResults] as const;
