import { start } from './0001-start.ts';

/** All migrations of supervision.db in order. */
export const supervisionMigrations = [start] as const;
