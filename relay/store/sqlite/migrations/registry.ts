import type { Migration } from './migration.ts';
import { resultsAndTokens } from './0001-results-and-tokens.ts';

/** Every migration, in order. */
export const migrations: readonly Migration[] = [resultsAndTokens];
