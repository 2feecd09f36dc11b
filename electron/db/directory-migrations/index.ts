import { start } from './0001-start.ts';
import { carAccesses } from './0002-car-accesses.ts';
import { mountings } from './0003-mountings.ts';

/** All migrations of directory.db in order. */
export const directoryMigrations = [start, carAccesses, mountings] as const;
