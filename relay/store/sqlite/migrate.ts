import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import type { Migration } from '../migration.ts';

/**
 * Brings the database to the newest version this code knows. The version is read inside the immediate transaction, so
 * the relay and a token command that start together do not both migrate.
 *
 * @throws Refusal when the database was written by a newer version.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[], fileName: string): void {
  const newest = migrations.length;
  const versionNow = (): number => z.number().parse(db.pragma('user_version', { simple: true }));
  // Nothing to write. A relay under attack holds the write lock for longer than a token command may wait.
  if (versionNow() === newest) return;
  const run = db.transaction(() => {
    const version = versionNow();
    if (version > newest) {
      throw new Refusal(
        `${fileName} was written by a newer relay (schema ${version}; this one knows ${newest}): start that newer version.`,
      );
    }
    for (const migration of migrations) {
      if (migration.version <= version) continue;
      db.exec(migration.sql);
      db.pragma(`user_version = ${migration.version}`);
    }
  });
  run.immediate();
}
