import type { Migration } from '../open.ts';
import { jobTables, plannedJobTables } from './job-tables.ts';
import { logTables } from './log-tables.ts';
import { operationTables } from './operation-tables.ts';

/** queue.db: the acts of people and their outcomes. It is never rebuilt, so every table here is durable history. */
export const start: Migration = {
  version: 1,
  sql: jobTables + plannedJobTables + operationTables + logTables,
};
