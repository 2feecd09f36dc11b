import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Sqlite } from './open.ts';

/** One numbered, additive step. `version` counts from 1 without gaps; a shipped migration is never edited. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** What SQL cannot say (folding a text as questions are), after `sql` and in the same transaction. */
  readonly fill?: (sqlite: Sqlite) => void;
}

/**
 * Brings a database to the newest version, each step in its own transaction with the version it reaches.
 * A database of a newer app is refused by name (ProblemError `database-newer`): an older app must not write into it.
 */
export function migrate(sqlite: Sqlite, file: string, migrations: readonly Migration[]): void {
  const found = Number(sqlite.pragma('user_version', { simple: true }));
  const newest = migrations.length;
  if (found > newest) {
    throw new ProblemError(makeProblem('database-newer', { file, found, known: newest }));
  }
  for (const [index, migration] of migrations.entries()) {
    if (migration.version !== index + 1) throw new Error(`migration ${migration.version} is out of order`);
    if (migration.version <= found) continue;
    sqlite
      .transaction(() => {
        sqlite.exec(migration.sql);
        migration.fill?.(sqlite);
        sqlite.pragma(`user_version = ${migration.version}`);
      })
      .immediate();
  }
}
