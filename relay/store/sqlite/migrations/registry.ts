import type { Migration } from '../../store.ts';
import { start } from './0001-start.ts';

/** Every migration, in order. */
export const migrations: readonly Migration[] = [start];
