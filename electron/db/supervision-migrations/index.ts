import { start } from './0001-start.ts';
import { boardParts } from './0002-board-parts.ts';

/** All migrations of supervision.db in order. */
export const supervisionMigrations = [start, boardParts] as const;
