import type { Migration } from '../../migration.ts';
import { start } from './0001-start.ts';

/** Every migration, in order. */
export const migrations: readonly Migration[] = [start];
