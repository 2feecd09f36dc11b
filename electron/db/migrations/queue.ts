import type { Migration } from '../open.ts';
import { jobTables, plannedJobTables } from './queue-job-tables.ts';
import { logTables } from './queue-log-tables.ts';
import { operationTables } from './queue-operation-tables.ts';

/** queue.db: the acts of people and their outcomes. It is never rebuilt, so every table here is durable history. */
const start: Migration = {
  version: 1,
  sql: jobTables + plannedJobTables + operationTables + logTables,
};

/** All migrations of queue.db in order. */
export const queueMigrations = [start] as const;
