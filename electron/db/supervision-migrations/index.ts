import { start } from './0001-start.ts';
import { boardParts } from './0002-board-parts.ts';
import { removedWords } from './0003-removed-words.ts';

/** All migrations of supervision.db in order. */
export const supervisionMigrations = [start, boardParts, removedWords] as const;
