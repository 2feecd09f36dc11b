import BetterSqlite3 from 'better-sqlite3';
import { directoryMigrations } from '../../electron/db/migrations/directory.ts';
import { migrate, type Migration } from '../../electron/db/open.ts';
import { archiveMigrations } from '../../electron/db/migrations/archive.ts';
import { queueMigrations } from '../../electron/db/migrations/queue.ts';
import { supervisionMigrations } from '../../electron/db/migrations/supervision.ts';

/** The committed snapshots, by file name in this folder. */
export const snapshots: Readonly<Record<string, readonly Migration[]>> = {
  'queue.sql': queueMigrations,
  'archive.sql': archiveMigrations,
  'directory.sql': directoryMigrations,
  'supervision.sql': supervisionMigrations,
};

/** The schema of the migrations, as text that a diff shows well: the version, then every object by type and name. */
export function schemaText(migrations: readonly Migration[]): string {
  const sqlite = new BetterSqlite3(':memory:');
  try {
    migrate(sqlite, ':memory:', migrations);
    const objects = sqlite
      .prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name`)
      .pluck()
      .all();
    return `-- version ${migrations.length}; written by npm run schema:snapshot\n\n${objects.join(';\n\n')};\n`;
  } finally {
    sqlite.close();
  }
}
