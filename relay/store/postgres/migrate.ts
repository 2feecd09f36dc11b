import { z } from 'zod';
import { Refusal } from '../../refusal.ts';
import type { Migration } from '../migration.ts';
import { MIGRATING, openDatabase, type Queries } from './database.ts';

/** Any number, as long as every version of the relay takes the same: who holds this lock migrates. */
const MIGRATION_LOCK = 4_711_001;

const versionRow = z.tuple([z.object({ version: z.number() })]);

/**
 * Brings the database to the newest version this code knows, all or nothing. Replicas that start together wait for each
 * other.
 *
 * @throws Refusal when the database was written by a newer version.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<void> {
  const database = openDatabase(url, 1, MIGRATING);
  try {
    await database.transaction((queries) => migrateWithin(queries, migrations));
  } finally {
    await database.close();
  }
}

async function migrateWithin({ query }: Queries, migrations: readonly Migration[]): Promise<void> {
  const newest = migrations.length;
  // Also those that the account or the database sets.
  for (const timeout of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']) {
    await query({ text: 'SELECT set_config($1, $2, true)', values: [timeout, '0'] });
  }
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
}
