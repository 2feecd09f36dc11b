import { start } from './0001-start.ts';

/** All migrations of directory.db in order. */
export const directoryMigrations = [start] as const;
