import { start } from './0001-start.ts';

/** All migrations of log-archive.db in order. */
export const archiveMigrations = [start] as const;
