import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import type { Migration } from '../migration.ts';
import type { Database } from './database.ts';

/** Any number, as long as every version of the relay takes the same: who holds this lock migrates. */
const MIGRATION_LOCK = 4_711_001;

const versionRow = z.tuple([z.object({ version: z.number() })]);

/**
 * Brings the database to the newest version this code knows, all or nothing. Replicas that start together wait for each
 * other.
 *
 * @throws Refusal when the database was written by a newer version.
 */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<void> {
  const newest = migrations.length;
  await database.transaction(async ({ query }) => {
    await query({ text: 'SELECT pg_advisory_xact_lock($1)', values: [MIGRATION_LOCK] });
    await query({ text: 'CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)' });
    const [{ version }] = versionRow.parse(
      await query({ text: 'SELECT coalesce(max(version), 0) AS version FROM schema_version' }),
    );
    if (version > newest) {
      throw new Refusal(
        `The database was written by a newer relay (schema ${version}; this one knows ${newest}): start that newer version.`,
      );
    }
    for (const migration of migrations) {
      if (migration.version <= version) continue;
      await query({ text: migration.sql });
      await query({ text: 'INSERT INTO schema_version VALUES ($1)', values: [migration.version] });
    }
  });
}
