import { start } from './0001-start.ts';
import { carAccesses } from './0002-car-accesses.ts';

/** All migrations of directory.db in order. */
export const directoryMigrations = [start, carAccesses] as const;
