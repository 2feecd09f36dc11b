import { start } from './0001-start.ts';
import { carAccesses } from './0002-car-accesses.ts';
import { mountings } from './0003-mountings.ts';
import { defectiveBoxes } from './0004-defective-boxes.ts';

/** All migrations of directory.db in order. */
export const directoryMigrations = [start, carAccesses, mountings, defectiveBoxes] as const;
