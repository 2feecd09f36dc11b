import { makeProblem, ProblemError } from '../../shared/problem.ts';
import type { Sqlite } from './open.ts';

/** One numbered, additive step. `version` counts from 1 without gaps; a shipped migration is never edited. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/**
 * Brings a database to the newest version, all or nothing. Whose file it is and which version it has is read in the same immediate
 * transaction: of two that open it together the second one finds the work of the first.
 *
 * A database of a newer app is refused by name (ProblemError `database-newer`): an older app must not write into it. So is another
 * program's (`database-damaged`): nothing is written into that either.
 *
 * @param table one that every version of the file has; left out, only a file without a version is looked at.
 */
export function migrate(
  sqlite: Sqlite,
  file: string,
  migrations: readonly Migration[],
  table: string | null = null,
): void {
  const newest = migrations.length;
  const run = sqlite.transaction(() => {
    const found = Number(sqlite.pragma('user_version', { simple: true }));
    // First: another program may count its versions higher.
    if (isForeign(sqlite, found, table))
      throw new ProblemError(makeProblem('database-damaged', { file }, 'another database'));
    if (found > newest) throw new ProblemError(makeProblem('database-newer', { file, found, known: newest }));
    for (const [index, migration] of migrations.entries()) {
      if (migration.version !== index + 1) throw new Error(`migration ${migration.version} is out of order`);
      if (migration.version <= found) continue;
      sqlite.exec(migration.sql);
      sqlite.pragma(`user_version = ${migration.version}`);
    }
  });
  run.immediate();
}

/** Another program's database in the place of ours. */
function isForeign(sqlite: Sqlite, version: number, table: string | null): boolean {
  const tables = sqlite.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck();
  if (version === 0) return tables.get() !== undefined;
  return table !== null && !tables.all().includes(table);
}
